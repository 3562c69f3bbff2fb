//pass
//--blockDim=64 --gridDim=1

// Threads are in one iteration, which tells nothing about the others.
__global__ void k(int *a) {
  for (int i = 0; i < 4; i++) {
    __assume(__uniform_int(i));
    a[64 * i + threadIdx.x] = i;
  }
}
