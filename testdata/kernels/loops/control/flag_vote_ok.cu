//pass
//--blockDim=128 --gridDim=1
// The flag is a vote of the block; values are exchanged in between.
__global__ void spread(int *v) {
  __shared__ int s[130];
  int t = threadIdx.x;
  s[t + 1] = v[t];
  if (t == 0) s[0] = s[129] = 0;
  __syncthreads();
  bool more = true;
  while (__syncthreads_or(more)) {
    int best = max(s[t + 1], max(s[t], s[t + 2]));
    more = best != s[t + 1];
    __syncthreads();
    s[t + 1] = best;
  }
  v[t] = s[t + 1];
}
