//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A loop by goto whose barrier not every thread reaches as often.
__global__ void k(int *a) {
  int i = 0;
again:
  a[threadIdx.x] = i;
  __syncthreads(); // want "divergence"
  i++;
  if (i < threadIdx.x) goto again;
}
