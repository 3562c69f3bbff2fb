//pass
//--blockDim=256 --gridDim=1
// The gaps of a shell sort shrink by three; within a gap each thread sorts chains of
// its own. The inner loop descends by the gap.
__global__ void shell_sort(int *v, int n) {
  for (int gap = 121; gap > 0; gap /= 3) {
    for (int chain = threadIdx.x; chain < gap; chain += blockDim.x)
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
