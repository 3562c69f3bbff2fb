//xfail:NOT_ALL_VERIFIED
//--blockDim=16,16 --gridDim=1
// The rest is updated with a column that is being divided.
__global__ void lu(float *a, int n) {
  int tx = threadIdx.x, ty = threadIdx.y;
  for (int k = 0; k < n - 1; k++) {
    int id = ty * 16 + tx;
    for (int i = k + 1 + id; i < n; i += 256)
      a[i * n + k] /= a[k * n + k];  // want "race on a"
    for (int i = k + 1 + ty; i < n; i += 16)
      for (int j = k + 1 + tx; j < n; j += 16)
        a[i * n + j] -= a[i * n + k] * a[k * n + j];  // want "race on a"
    __syncthreads();
  }
}
