//pass
//--blockDim=64 --gridDim=1

// Each thread reads what its neighbour writes.
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1];
}
