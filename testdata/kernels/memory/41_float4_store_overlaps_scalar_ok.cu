//pass
//--blockDim=32 --gridDim=1
// Wide and narrow views of one shared row.
__global__ void widen(const float *in, float *out) {
  __shared__ __align__(16) float row[32 * 4 + 4];
  int t = threadIdx.x;
  float4 v = make_float4(in[t], in[t] + 1.f, in[t] + 2.f, in[t] + 3.f);
  *(float4 *)&row[4 * t] = v;
  if (t < 4) row[128 + t] = 0.f;
  __syncthreads();
  out[t] = row[4 * t + 4];
}
