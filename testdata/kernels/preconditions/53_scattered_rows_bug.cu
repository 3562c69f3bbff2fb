//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __unique(to) && stride >= columns
// Rows go to places that are read from memory, at a distance that is a parameter: both have to be right.

__global__ void scatter(float *out, const float *in, const int *to, int columns, int stride) {
  int row = blockIdx.x;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    out[to[row] * stride + c] = in[row * columns + c]; // want "write-write race on out"
}
