//--blockDim=2 --gridDim=2
// fences: {17:device 18:device}
// The lock of a dot product (CUDA by Example, appendix): acquire behind the exchange that takes
// it, release in front of the one that lets it go.
__device__ int mutex;
__device__ int total;

__global__ void dot(const int *a, const int *b) {
  __shared__ int part[2];
  int t = threadIdx.x;
  part[t] = a[2 * blockIdx.x + t] * b[2 * blockIdx.x + t];
  __syncthreads();
  if (t == 0) {
    int sum = part[0] + part[1];
    while (atomicCAS(&mutex, 0, 1) != 0) {
      // somebody else has it
    }
    total += sum;
    atomicExch(&mutex, 0);
  }
}
