//pass
//--blockDim=256

// NCHW to NHWC: the position of an element is taken apart by its sizes, and put together in another order.
__global__ void permute(float *out, const float *in, int N, int C, int H, int W) {
  __requires(C > 0 && H > 0 && W > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W;
  int h = (i / W) % H;
  int c = (i / (W * H)) % C;
  int n = i / (C * H * W);
  out[((n * H + h) * W + w) * C + c] = in[i];
}
