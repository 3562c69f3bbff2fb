//xfail:NOT_ALL_VERIFIED
//--blockDim=256

// NCHW to NHWC: the position of an element is taken apart by its sizes, one of them taken for another.
__global__ void permute(float *out, const float *in, int N, int C, int H, int W) {
  __requires(C > 0 && H > 0 && W > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W;
  int h = (i / W) % H;
  int c = (i / (W * C)) % C;
  int n = i / (C * H * W);
  out[((n * H + h) * W + w) * C + c] = in[i]; // want "write-write race on out.*"
}
