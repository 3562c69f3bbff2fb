//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: column >= 0 && column < n
// All blocks look at one column, which is one of the row.
__global__ void others(int *p, int n, int column) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i != column) sum += p[blockIdx.x * n + i];  // want "read-write race on p"
  __syncthreads();
  if (threadIdx.x == 0) p[blockIdx.x * n + column] = sum;  // want "race on p"
}
