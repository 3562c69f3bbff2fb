//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// One chain too many in each gap: the last thread's is the first one's.
__global__ void shell_sort(int *v, int n) {
  int chain = threadIdx.x;
  for (int gap = 121; gap > 0; gap /= 3) {
    if (chain <= gap)
      for (int i = chain + gap; i < n; i += gap) {
        int x = v[i], j = i;  // want "race on v"
        while (j >= gap && v[j - gap] > x) {  // want "race on v"
          v[j] = v[j - gap];  // want "race on v"
          j -= gap;
        }
        v[j] = x;  // want "race on v"
      }
    __syncthreads();
  }
}
