//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=1
// The vote alone does not keep writes from the reads of the same round.
__global__ void spread(int *v) {
  __shared__ int s[130];
  int t = threadIdx.x;
  s[t + 1] = v[t];
  if (t == 0) s[0] = s[129] = 0;
  __syncthreads();
  bool more = true;
  while (__syncthreads_or(more)) {
    int best = max(s[t], s[t + 2]);  // want "race on s"
    more = best > t;
    s[t + 1] = best;  // want "race on s"
  }
  v[t] = s[t + 1];
}
