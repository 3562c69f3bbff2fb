//xfail:NOT_ALL_VERIFIED
//--blockDim=[32,8] --gridDim=*
// condition: channels % 2 == 0 && token >= channels && batch >= 8 * token
// Rows are written two elements at a time. Which of the strides is the larger one is the caller's choice.
__global__ void gather(const float *from, float *to, int channels, int batch, int token) {
  int i = threadIdx.x * 2;
  if (i < channels) {
    float *row = to + blockIdx.x * batch + threadIdx.y * token + i;
    row[0] = from[i];      // want "write-write race on to"
    row[1] = from[i + 1];  // want "write-write race on to"
  }
}
