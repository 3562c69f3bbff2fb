//xfail:data-race
//--blockDim=64 --gridDim=1

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void which(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32)
    s[t] += s[t + 32];
  if (t < 16)
    s[t] += s[t + 16];
  __syncthreads();
  if (t == 0)
    out[0] = s[0];
}
