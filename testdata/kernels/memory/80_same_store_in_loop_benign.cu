//pass
//--blockDim=64 --gridDim=2

// Every thread marks the table in every round, with one value. Nothing is known of the
// product, which decides who stores a result.
__global__ void mark(int *result, int n, int m) {
  __shared__ int touched[64];
  for (int i = 0; i < n; i++) touched[0] = 1;
  if (threadIdx.x * m == 77) result[blockIdx.x * 64 + threadIdx.x] = 3;
}
