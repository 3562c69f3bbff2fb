//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// A slot that is handed over and back: the producer is one round too early.
__device__ int slot;
__device__ volatile int tail, head;

__global__ void k(const int *in, int *out) {
  if (blockIdx.x == 0) {
    for (int i = 0; i < 2; i++) {
      while (i - head >= 2) {
      }
      __threadfence();
      slot = in[i]; // want "race on slot"
      __threadfence();
      tail = i + 1;
    }
  } else {
    for (int i = 0; i < 2; i++) {
      while (tail <= i) {
      }
      __threadfence();
      out[i] = slot; // want "race on slot"
      __threadfence();
      head = i + 1;
    }
  }
}
