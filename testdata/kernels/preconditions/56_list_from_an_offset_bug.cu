//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __unique(list)
// The atoms of a group, from an offset on that may be any number.

__global__ void damp(float *v, const int *list, const float *mass, float c, int n, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int a = list[offset + i];
    v[a] = c * v[a] + 1.0f / mass[a]; // want "race on v"
  }
}
