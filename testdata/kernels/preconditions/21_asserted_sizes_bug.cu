//xfail:NOT_ALL_VERIFIED
//--blockDim=128 --gridDim=*
// condition: n <= gridDim.x * blockDim.x && part < parts
// What the kernel asserts of its parameters and of the grid alone it asks of whoever launches it.
__global__ void shift(int *to, const int *from, const int *offset, int part, long n, int parts) {
  assert(n <= gridDim.x * blockDim.x);  // want "assertion"
  long i = threadIdx.x + blockDim.x * blockIdx.x;
  assert(part < parts);  // want "assertion"
  if (i < n)
    to[i] = from[i] + offset[part];
}
