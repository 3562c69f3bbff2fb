//pass
//--blockDim=64 --gridDim=1
// The first eight threads sort a chain each, of every eighth element, by insertion:
// the inner loop starts where the outer one is and descends by the same step.
__global__ void chain_sort(int *v, int n) {
  int chain = threadIdx.x;
  if (chain < 8)
    for (int i = chain + 8; i < n; i += 8) {
      int x = v[i], j = i;
      while (j >= 8 && v[j - 8] > x) {
        v[j] = v[j - 8];
        j -= 8;
      }
      v[j] = x;
    }
}
