//pass
//--blockDim=64 --gridDim=1
// What holds of pointers holds of their addresses: they are multiples of the alignment, and differ.
__global__ void ask(int *a, int *b) {
  size_t x = (size_t)a, y = (size_t)b;
  if (x % 4 == 1) a[0] = threadIdx.x;
  if ((y - x) % 4 == 2) a[1] = threadIdx.x;
  if (x == y) a[2] = threadIdx.x;
  if (x + 4 == (size_t)(a + 1)) a[3 + threadIdx.x] = 1;
  else a[3] = threadIdx.x;
  if (!(size_t)(a + threadIdx.x) && x) a[64 + 3] = threadIdx.x;
  if (x < y) a[100 + threadIdx.x] = 2;
  if (y <= x) a[99 + threadIdx.x] = 3;
}
