//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// The ring is full before the thread that fills it waits.
__device__ int ring[2];
__device__ volatile unsigned head, tail;

__global__ void pass(const int *in, int *out, unsigned n) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    for (unsigned i = 0; i < n; i++) {
      while (i - head > 2) {
      }
      __threadfence();
      ring[i % 2] = in[i]; // want "race on ring"
      __threadfence();
      tail = i + 1;
    }
  } else if (blockIdx.x == 1) {
    for (unsigned i = 0; i < n; i++) {
      while (tail <= i) {
      }
      __threadfence();
      out[i] = ring[i % 2]; // want "race on ring"
      __threadfence();
      head = i + 1;
    }
  }
}
