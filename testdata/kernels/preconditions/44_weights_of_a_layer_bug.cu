//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16] --gridDim=[1,4]
// condition: hidden >= 15
// The weights of a layer with a bias: rows are one element longer than there are hidden units, and a block takes 16 rows.
__global__ void adjust(float *w, const float *delta, int hidden) {
  int row = 16 * blockIdx.y + threadIdx.y;
  w[(hidden + 1) * row + threadIdx.x] += delta[threadIdx.x]; // want "race on w"
}
