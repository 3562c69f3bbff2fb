//pass
//--blockDim=64 --gridDim=1

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void count(int *out, int n) {
  __requires(n > 0);
  int sum = 0;
  for (int i = 0; i < n; i++) {
    __invariant(i < n && sum <= 3 * i);
    sum += out[threadIdx.x] & 3;
  }
  out[threadIdx.x] = sum;
}
