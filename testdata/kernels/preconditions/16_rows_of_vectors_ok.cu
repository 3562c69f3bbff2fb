//pass
//--blockDim=[32,8] --gridDim=*
// The same with one of the two stated.
__global__ void gather(const float *from, float *to, int channels, int batch, int token) {
  __requires(channels % 2 == 0 && token >= channels && batch >= 8 * token);
  int i = threadIdx.x * 2;
  if (i < channels) {
    float *row = to + blockIdx.x * batch + threadIdx.y * token + i;
    row[0] = from[i];
    row[1] = from[i + 1];
  }
}
