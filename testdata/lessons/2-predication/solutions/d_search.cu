//pass
//--blockDim=64 --gridDim=1

// Repair it: the threads may end their search in different rounds.
__global__ void search(int *found, const int *in, int n) {
  __shared__ int best[64];
  int t = threadIdx.x;
  best[t] = n;
  for (int i = 0; i < n; i++)
    if (in[i * 64 + t] == 0) {
      best[t] = i;
      break;
    }
  __syncthreads();
  if (t == 0) {
    int first = n;
    for (int k = 0; k < 64; k++)
      if (best[k] < first)
        first = best[k];
    *found = first;
  }
}
