//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// Sums that do not go down may stay what they are.

__global__ void k(int *a, const int *sum) {
  __requires(__ascending(sum));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  a[sum[i]] = i; // want "race on a"
}
