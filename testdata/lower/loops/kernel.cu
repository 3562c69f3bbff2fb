__global__ void k(int *a, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (a[i] == 3) continue;
    if (a[i] == 4) break;
    a[i]++;
  }
  int j = 0;
  while (a[j] > 0) j++;
  do { j--; } while (j > 0);
#pragma unroll 4
  for (int i = 0; i < 4; ++i) {
    __invariant(i >= 0);
    a[i] = j;
  }
}
