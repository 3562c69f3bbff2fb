//pass
//--blockDim=64 --gridDim=2

// A ring that one thread fills and another one empties.
__device__ int ring[16];
__device__ volatile unsigned head, tail;

__global__ void pass(const int *in, int *out, unsigned n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < n; i++) {
      while (i - head >= 16) {
      }
      __threadfence();
      ring[i % 16] = in[i];
      __threadfence();
      tail = i + 1;
    }
  } else if (blockIdx.x == 1) {
    for (unsigned i = 0; i < n; i++) {
      while (tail <= i) {
      }
      __threadfence();
      out[i] = ring[i % 16];
      __threadfence();
      head = i + 1;
    }
  }
}
