//pass
//--blockDim=96 --gridDim=77

// The lock is given back by whoever holds it.
__device__ int mutex;
__device__ int data;

__global__ void update(const int *in) {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
  data = data + in[0];
  __threadfence();
  atomicExch(&mutex, 0);
}
