//pass
//--blockDim=64 --gridDim=*
// The same with both.

__global__ void scatter(float *out, const float *in, const int *to, int columns, int stride) {
  __requires(__unique(to));
  __requires(stride >= columns);
  int row = blockIdx.x;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[to[row] * stride + c] = in[row * columns + c];
}
