//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// What is asserted of the parameters does not excuse the race.
__global__ void halve(int *a, int n) {
  assert(n % 2 == 0);  // want "assertion"
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i / 2] = i;  // want "write-write race on a"
}
