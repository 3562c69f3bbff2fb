//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// Who takes the lock has no fence behind that, and may read what was there before the last holder wrote.
__device__ int lock;

__global__ void add(int *data) {
  while (atomicCAS(&lock, 0, 1) != 0) { }
  data[0] += 1;  // want "race on data"
  __threadfence();
  atomicExch(&lock, 0);
}
