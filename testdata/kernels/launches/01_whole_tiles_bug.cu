//xfail:NOT_ALL_VERIFIED
// A tiled transpose without a guard is right because the launch covers exactly whole
// tiles; a launch that rounds up writes past the row.

__global__ void transpose(float *out, const float *in, int n, int m) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * n + x] = in[x * m + y]; // want "race"
}

void launch(float *out, const float *in, int n, int m) {
  dim3 block(16, 16);
  dim3 grid((n + 15) / 16, m / block.y);
  transpose<<<grid, block>>>(out, in, n, m);
}
