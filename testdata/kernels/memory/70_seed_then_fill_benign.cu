//pass
//--blockDim=64 --gridDim=1
// Every thread seeds the same element with the same value; what is stored later,
// with a barrier between, does not make the seeding a fault.
__global__ void seed(const int *in, int *out) {
  int t = threadIdx.x;
  out[0] = 5;
  __syncthreads();
  out[t] = in[t];
}
