//pass
//--blockDim=64 --gridDim=1
// Shifts a row by n in place: short ways run into elements that are still to be read. Safe if n >= 64.
__global__ void shift(int *row, int n) {
  __requires(n >= 64);
  int t = threadIdx.x;
  row[t + n] =
      row[t];
}
