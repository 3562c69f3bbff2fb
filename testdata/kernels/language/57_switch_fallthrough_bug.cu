//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Fallthrough in a switch on the thread's class.
enum Role { LOADER = 0, HELPER, IDLE = 3 };
__global__ void roles(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int v = 0;
  s[t] = 0;  // want "write-write race on s"
  switch (t & 3) {
    case LOADER:
      v += in[t];
    case HELPER:
      v += in[t + 64];
      s[t ^ 2] = v;  // want "write-write race on s"
      break;
    case IDLE:
      v = -1;
      break;
    default:
      v = 7;
  }
  __syncthreads();
  out[t] = s[t] + v;
}
