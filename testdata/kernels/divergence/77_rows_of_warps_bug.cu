//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,8] --gridDim=*
// A warp has two rows, of which one exchanges once more than the other.
__global__ void sums(const float *in, float *out, long rows, int rounds) {
  const long r = (long)blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows)
    return;
  float v = in[r * 16 + threadIdx.x];
  for (int h = 0; h < rounds + threadIdx.y; h++)
    v += __shfl_xor_sync(0xffffffff, v, h & 15);  // want "barrier divergence"
  out[r * 16 + threadIdx.x] = v;
}
