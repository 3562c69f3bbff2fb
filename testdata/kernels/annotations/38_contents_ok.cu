//pass
//--blockDim=64 --gridDim=2
// What the arrays hold is the user's word: no value twice, none below one before it.

__global__ void k(int *a, int *b, const int *index, const int *sum) {
  __requires(__unique(index));
  __requires(__ascending(sum));
  int i = blockDim.x * blockIdx.x + threadIdx.x;
  a[index[i]] = i;
  b[i + sum[i]] = i;
}
