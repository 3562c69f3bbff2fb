//pass
//--blockDim=64 --gridDim=2

// Each thread has an element.
__global__ void k(int *a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = i;
}
