//pass
//--blockDim=64 --gridDim=*
// The same with that said.

__global__ void damp(float *v, const int *list, const float *mass, float c, int n, int offset) {
  __requires(__unique(list));
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int a = list[offset + i];
    v[a] = c * v[a] + 1.0f / mass[a];
  }
}
