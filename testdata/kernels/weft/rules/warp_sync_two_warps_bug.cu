//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1 --warp-sync
// Lock step within a warp, and two warps.
// Refuted: the step of distance 32 crosses from one warp to the other.
__global__ void reduce(const int *in, int *out) {
  __shared__ volatile int s[64];
  int t = threadIdx.x, lane = t & 31;
  s[t] = in[t];  // may "race on s"
  if (lane < 16) s[t] += s[t + 16];  // may "race on s"
  if (lane < 8) s[t] += s[t + 8];  // may "race on s"
  if (lane < 4) s[t] += s[t + 4];  // may "race on s"
  if (lane < 2) s[t] += s[t + 2];  // may "race on s"
  if (lane < 1) s[t] += s[t + 1];  // may "race on s"
  if (t == 0) out[0] = s[0] + s[32];  // want "race on s"
}
