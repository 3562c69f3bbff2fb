//pass
//--blockDim=64 --gridDim=1

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void which(int *a, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  for (int i = t; i < n; i += 64) {
    s[t] = a[i];
    __syncthreads();
    a[i] = s[t];
  }
}
