//pass
//--blockDim=64 --gridDim=*
// The same with that said.

__global__ void damp(float *v, const int *list, const float *noise, float c, int n) {
  __requires(__unique(list));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int a = list[i];
    v[a] = c * v[a] + noise[i];
  }
}
