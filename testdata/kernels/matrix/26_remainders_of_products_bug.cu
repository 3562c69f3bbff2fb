//xfail:NOT_ALL_VERIFIED
//--blockDim=256

// All heads of a row are written to one place.
__global__ void unpermute(const float *in, float *out, int B, int n, int heads, int d) {
  __requires(n > 0 && heads > 0 && d > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= B * heads * n * d) return;
  int b = i / (heads * n * d);
  int rest = i % (heads * n * d);
  rest = rest % (n * d);
  int row = rest / d;
  int col = rest % d;
  out[(b * heads * n * d) + (row * heads * d) + col] = in[i]; // want "write-write race on out"
}
