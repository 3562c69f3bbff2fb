//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two threads may have one place, and it may be inside of the array.
__global__ void scatter(const int *place, int *out) {
  __shared__ int a[64];
  int t = threadIdx.x;
  a[t] = 0;
  __syncthreads();
  if (place[t] >= 63) a[place[t]] = t;  // want "write-write race on a"
  __syncthreads();
  out[t] = a[t];
}
