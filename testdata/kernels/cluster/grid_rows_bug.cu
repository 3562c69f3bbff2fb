//xfail:NOT_ALL_VERIFIED
//--blockDim=32
// Rows of n elements are apart if n is at least what the grid has of threads in a row: 32 * gridDim.x, whatever the clusters.
__global__ void __cluster_dims__(2) rows(int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[blockIdx.y * n + i] = i;  // want "race on o"
}
