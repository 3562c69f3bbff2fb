//xfail:NOT_ALL_VERIFIED
//--blockDim=1 --gridDim=8

// That two threads differ says nothing of one, and its writes race.
__global__ void k(int *a) {
  __requires(__distinct_int(threadIdx.x + blockIdx.x));
  a[blockIdx.x / 2] = blockIdx.x; // want "race on a"
}
