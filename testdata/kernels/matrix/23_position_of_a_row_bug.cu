//xfail:NOT_ALL_VERIFIED
//--blockDim=256

// Each thread has a row of a [B][S][H][D] tensor, and goes one element too far.
__global__ void rows(float *q, int B, int S, int H, int D) {
  __requires(S > 0 && H > 0 && D > 0);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int b = i / (S * H);
  int s = (i / H) % S;
  int h = i % H;
  if (b >= B) return;
  int base = b * (S * H * D) + s * (H * D) + h * D;
  for (int j = 0; j <= D; j++) q[base + j] *= 2; // want "race on q"
}
