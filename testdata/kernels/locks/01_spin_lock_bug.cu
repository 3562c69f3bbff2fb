//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=4
// The lock is given back before the sum is written.
__device__ int lock;

__global__ void add(int *data) {
  while (atomicCAS(&lock, 0, 1) != 0) { }
  int sum = data[0] + 1;  // want "race on data"
  atomicExch(&lock, 0);
  data[0] = sum;  // want "race on data"
}
