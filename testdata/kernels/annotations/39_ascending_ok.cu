//pass
//--blockDim=64 --gridDim=2
// With both no two are the same, and each is above the one before it.

__global__ void k(int *a, const int *sum) {
  __requires(__ascending(sum));
  __requires(__unique(sum));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  for (int j = sum[i]; j < sum[i + 1]; j++)
    a[j] = i;
  a[sum[i]] = i;
}
