//pass
//--blockDim=64 --gridDim=1 --no-infer

// The assertion holds. Write the invariant from which it follows.
__global__ void pairs(int *out, int n) {
  __requires(n >= 0);
  int up = 0, down = n;
  for (int i = 0; i < n; i++) {
    __invariant(up + down == n);
    up++;
    down--;
  }
  __assert(up + down == n);
  out[threadIdx.x] = down;
}
