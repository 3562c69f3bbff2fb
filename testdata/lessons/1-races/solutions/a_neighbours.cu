//pass
//--blockDim=128 --gridDim=4

// Repair it: each thread adds its right neighbour's value to its own.
__global__ void neighbours(int *out, const int *in) {
  __shared__ int s[129];
  int t = threadIdx.x, base = blockIdx.x * 128;
  s[t] = in[base + t];
  if (t == 127)
    s[128] = in[base + 128];
  __syncthreads();
  out[base + t] = s[t] + s[t + 1];
}
