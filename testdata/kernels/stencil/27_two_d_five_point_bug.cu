//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=2,2 --param w=32 --param h=32
// Five-point stencil: two-phase halo load into an 18 x 18 tile.
__global__ void jacobi(const float *in, float *out, int w, int h) {
  __shared__ float t[18][18];
  int lx = threadIdx.x + 1, ly = threadIdx.y + 1;
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  t[ly][lx] = in[y * w + x];  // may "write-read race on t"
  if (threadIdx.x == 0) t[ly][0] = x > 0 ? in[y * w + x - 1] : 0.f;  // may "write-read race on t"
  if (threadIdx.x == 15) t[ly][17] = x + 1 < w ? in[y * w + x + 1] : 0.f;  // may "write-read race on t"
  if (threadIdx.y == 0) t[0][lx] = y > 0 ? in[(y - 1) * w + x] : 0.f;  // may "write-read race on t"
  if (threadIdx.y == 15) t[17][lx] = y + 1 < h ? in[(y + 1) * w + x] : 0.f;  // may "write-read race on t"
  out[y * w + x] = 0.25f * (t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx]);  // want "write-read race on t"
}
