//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// The bound is one too large: the first element of the next thread's run.
__global__ void square(float *out, const float *in, int n, int per_thread) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * per_thread;
  int last = min(first + per_thread, n - 1);
  for (int i = first; i <= last; i++) out[i] += in[i] * in[i];  // want "race on out"
}
