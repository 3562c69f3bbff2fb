//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The rounded index may be 64, which the contract excludes.
__device__ int rounded(int i, int n) {
  __requires(n >= 0);
  __ensures(__return_val_int() < 64); // want "assertion"
  __ensures(__implies(n == 0, __return_val_int() == __old_int(i)));
  i = n > 0 ? i + 1 : i;
  return i;
}

__global__ void k(int *a, int n) {
  __requires(n >= 0);
  a[rounded(threadIdx.x, n)] = n;
}
