//pass
//--blockDim=64 --gridDim=1

// Only with the flag is the pointer followed.
__global__ void k(int *a, int flag) {
  int *p = 0;
  if (flag) p = a;
  if (p) p[threadIdx.x] = 1;
}
