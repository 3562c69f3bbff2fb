//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Nobody looks whether there is a place, and -1 stands for none as often as it likes.

__global__ void k(int *a, const long long *place) {
  __requires(__unique_or_none(place));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  a[place[i] + 1] = i; // want "race on a"
}
