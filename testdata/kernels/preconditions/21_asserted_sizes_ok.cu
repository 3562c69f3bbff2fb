//pass
//--blockDim=128 --gridDim=*
// The same where the launches keep to it.
__global__ void shift(int *to, const int *from, const int *offset, int part, long n, int parts) {
  __requires(n <= gridDim.x * blockDim.x);
  __requires(part < parts);
  assert(n <= gridDim.x * blockDim.x);
  long i = threadIdx.x + blockDim.x * blockIdx.x;
  assert(part < parts);
  if (i < n)
    to[i] = from[i] + offset[part];
}
