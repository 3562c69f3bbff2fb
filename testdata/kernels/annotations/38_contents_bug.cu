//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// A permutation says nothing of two threads that read the same element.

__global__ void k(int *a, const int *index) {
  __requires(__unique(index));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  a[index[i / 2]] = threadIdx.x; // want "race on a"
}
