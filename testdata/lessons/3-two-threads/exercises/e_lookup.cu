//pass
//--blockDim=64 --gridDim=1

// Values that other threads have stored are arbitrary to the two threads. Tell gv2 what it does not see,
// with an __assume about k that is true for every input.
__global__ void lookup(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t] * 4;
  __syncthreads();
  int k = s[63 - t];
  if (k & 3)
    out[k & 3] = t;
}
