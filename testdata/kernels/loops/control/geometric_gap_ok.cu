//pass
//--blockDim=128 --gridDim=1
// The gaps of a shell sort shrink by three; within a gap each thread sorts a chain of
// its own by insertion. The inner loop descends by the gap.
__global__ void shell_sort(int *v, int n) {
  int chain = threadIdx.x;
  for (int gap = 121; gap > 0; gap /= 3) {
    if (chain < gap)
      for (int i = chain + gap; i < n; i += gap) {
        int x = v[i], j = i;
        while (j >= gap && v[j - gap] > x) {
          v[j] = v[j - gap];
          j -= gap;
        }
        v[j] = x;
      }
    __syncthreads();
  }
}
