// A spin lock with fences behind the CAS and before the exchange: no increment is lost.
//--blockDim=1 --gridDim=2
__device__ int mutex, total;

// exists: !(total==2 && mutex==0)
__global__ void add() {
  while (atomicCAS(&mutex, 0, 1) != 0) {
  }
  __threadfence();
  total = total + 1;
  __threadfence();
  atomicExch(&mutex, 0);
}
