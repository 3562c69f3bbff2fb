//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __unique(to)
// Rows go to places that are read from memory: they race if two places are the same.

__global__ void scatter(float *out, const float *in, const int *to, int columns) {
  int row = blockIdx.x;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[to[row] * columns + c] = in[row * columns + c]; // want "write-write race on out"
}
