//pass
//--blockDim=256

// Each element is copied; dividing by a product and by its factors one after the other is the same.
__global__ void planes(float *out, const float *in, int N, int C, int H, int W) {
  __requires(C > 0 && H > 0 && W > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  int w = i % W;
  int h = (i / W) % H;
  int c = (i / W / H) % C;
  int n = i / (C * (H * W));
  out[n * C * H * W + c * H * W + h * W + w] = in[i];
}
