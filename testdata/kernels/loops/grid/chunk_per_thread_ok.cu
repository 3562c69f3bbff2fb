//pass
//--blockDim=128 --gridDim=*
// A run of elements a thread, its length an argument.
__global__ void square(float *out, const float *in, int n, int per_thread) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  int last = min(first + per_thread, n);
  for (int i = first; i < last; i++) out[i] = in[i] * in[i];
}
