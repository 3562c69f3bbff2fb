//pass
//--blockDim=128 --gridDim=1

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void scan(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 1; d < 128; d *= 2) {
    __syncthreads();
    int left = t >= d ? s[t - d] : 0;
    s[t] += left;
  }
  out[t] = s[t];
}
