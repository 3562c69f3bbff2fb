//xfail:NOT_ALL_VERIFIED
//--blockDim=[16,16] --gridDim=[1,4]
// The same with two rows of threads for a row of weights: no number of hidden units helps.
__global__ void adjust(float *w, const float *delta, int hidden) {
  int row = 8 * blockIdx.y + threadIdx.y / 2;
  w[(hidden + 1) * row + threadIdx.x] += delta[threadIdx.x]; // want "race on w"
}
