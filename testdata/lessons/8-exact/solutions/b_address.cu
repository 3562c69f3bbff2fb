//pass
//--blockDim=64 --gridDim=1

// Which element a thread touches depends on the input. The exact engine looks at all of them; repair what it finds.
__global__ void bins(int *out, const int *in) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 0;
  __syncthreads();
  atomicAdd(&s[in[t] & 63], 1);
  __syncthreads();
  out[t] = s[t];
}
