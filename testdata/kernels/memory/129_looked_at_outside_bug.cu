//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=2

// It is looked at before the lock is taken.
__device__ int mutex;
__device__ int high;

__global__ void range(const int *in, int *out) {
  if (high < 7) { // want "race on high"
    while (atomicCAS(&mutex, 0, 1) != 0) {
    }
    __threadfence();
    high = 7; // want "race on high"
    __threadfence();
    atomicExch(&mutex, 0);
  }
}
