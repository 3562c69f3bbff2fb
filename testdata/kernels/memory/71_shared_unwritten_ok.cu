//pass
//--blockDim=64 --gridDim=1

// Nobody writes the shared array: all threads read the same from it and store the
// same.
__global__ void k(int *p) {
  __shared__ int a[8];
  p[0] = a[3];
}
