//pass
//--blockDim=64 --gridDim=1

// The same question.
__global__ void exchange(int *a) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t ^ 32] = a[t];
  if (t < 32)
    __syncwarp();
  else
    __syncwarp();
  a[t] = s[t];
}
