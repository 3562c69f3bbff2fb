//pass
//--blockDim=256
// condition: S > 0 && H > 0
// A row of 64 elements for each position of a [B][S][H] grid. What the sizes are for the host to say.
__global__ void rows(float *q, int B, int S, int H) {
  const int D = 64;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int b = i / (S * H);
  int s = (i / H) % S;
  int h = i % H;
  if (b >= B) return;
  int base = b * (S * H * D) + s * (H * D) + h * D;
  for (int j = 0; j < D; j += 2) {
    q[base + j] *= 2;
    q[base + j + 1] = 0;
  }
}
