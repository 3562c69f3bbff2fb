//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=3

// One block gives back what it may not hold.
__device__ int mutex;
__device__ int data;

__global__ void update(const int *in) {
  if (blockIdx.x == 2) {
    atomicExch(&mutex, 0);
    return;
  }
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
  data = data + in[0]; // want "race on data"
  __threadfence();
  atomicExch(&mutex, 0);
}
