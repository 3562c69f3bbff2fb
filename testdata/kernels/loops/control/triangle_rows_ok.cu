//pass
//--blockDim=128 --gridDim=*
// The lower triangle of a matrix, a row a thread: the inner bound follows the
// outer counter.
__global__ void lower(float *m, const float *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    for (int j = 0; j <= i; j++) m[i * n + j] = v[i] * v[j];
}
