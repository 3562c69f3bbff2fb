//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=1
// The next gap's chains cross those of this one.
__global__ void shell_sort(int *v, int n) {
  for (int gap = 121; gap > 0; gap /= 3) {
    for (int i = threadIdx.x; i + gap < n && i < gap; i += blockDim.x) {
      int a = v[i], b = v[i + gap];  // want "race on v"
      v[i] = min(a, b);  // want "race on v"
      v[i + gap] = max(a, b);  // want "race on v"
    }
  }
}
