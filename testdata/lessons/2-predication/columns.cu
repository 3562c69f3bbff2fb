//pass
//--blockDim=64 --gridDim=1

__global__ void columns(int *a, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    if (a[i * 64 + t] == 0)
      break;
    a[i * 64 + t] = i;
  }
}
