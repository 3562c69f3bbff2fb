//pass
//--blockDim=64 --gridDim=1

__global__ void clamp(int *a, int limit) {
  int i = threadIdx.x;
  if (a[i] > limit)
    a[i] = limit;
  else
    a[i] += 1;
}
