//pass
//--blockDim=64 --gridDim=1

// Cases of a switch.
__global__ void k(int *a) {
  switch (threadIdx.x % 3) {
  case 0: a[threadIdx.x] = 0; break;
  case 1: a[threadIdx.x] = 1; break;
  default: a[threadIdx.x] = 2;
  }
}
