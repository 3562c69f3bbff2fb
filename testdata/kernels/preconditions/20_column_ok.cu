//pass
//--blockDim=64 --gridDim=*
// The same with the column stated.
__global__ void others(int *p, int n, int column) {
  __requires(column >= 0 && column < n);
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i != column) sum += p[blockIdx.x * n + i];
  __syncthreads();
  if (threadIdx.x == 0) p[blockIdx.x * n + column] = sum;
}
