//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// Rows are stored half a row apart: the long ones reach into the next.
__global__ void lower(float *m, const float *v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    for (int j = 0; j <= i; j++) m[i * (n / 2) + j] += v[i] * v[j];  // want "race on m"
}
