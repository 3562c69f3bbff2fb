//pass
//--blockDim=64 --gridDim=*
// The same with places of which no two are the same.

__global__ void scatter(float *out, const float *in, const int *to, int columns) {
  __requires(__unique(to));
  int row = blockIdx.x;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[to[row] * columns + c] = in[row * columns + c];
}
