//pass
//--blockDim=[32,4] --gridDim=*
// Each warp has a row of its own. Rows beyond the last are left by whole warps, so that those that go on
// exchange values with all their lanes, in each iteration.
__global__ void sums(const float *in, float *out, long rows, int rounds) {
  const long r = (long)blockIdx.x * blockDim.y + threadIdx.y;
  if (r >= rows)
    return;
  float v = in[r * 32 + threadIdx.x];
  for (int h = 0; h < rounds + threadIdx.y; h++)
    v += __shfl_xor_sync(0xffffffff, v, h & 31);
  out[r * 32 + threadIdx.x] = v;
}
