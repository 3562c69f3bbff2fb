//pass
//--blockDim=256

// [B][heads][n][d] to [B][n][heads][d]: what is left of a position is taken apart further.
__global__ void unpermute(const float *in, float *out, int B, int n, int heads, int d) {
  __requires(n > 0 && heads > 0 && d > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * heads * n * d) return;
  int b = i / (heads * n * d);
  int rest = i % (heads * n * d);
  int head = rest / (n * d);
  rest = rest % (n * d);
  int row = rest / d;
  int col = rest % d;
  out[(b * heads * n * d) + (row * heads * d) + (head * d) + col] = in[i];
}
