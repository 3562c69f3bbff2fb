//pass
//--blockDim=64 --gridDim=2
// Those that have none write nothing.

__global__ void k(int *a, const long long *place) {
  __requires(__unique_or_none(place));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  if (place[i] != -1)
    a[place[i] + 1] = i;
}
