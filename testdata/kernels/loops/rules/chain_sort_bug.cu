//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The inner loop descends by half a step, into the chain of another thread.
__global__ void chain_sort(int *v, int n) {
  int chain = threadIdx.x;
  if (chain < 8)
    for (int i = chain + 8; i < n; i += 8) {
      int x = v[i], j = i;  // want "race on v"
      while (j >= 8 && v[j - 8] > x) {  // may "race on v"
        v[j] = v[j - 8];  // want "race on v"
        j -= 4;
      }
      v[j] = x;  // want "race on v"
    }
}
