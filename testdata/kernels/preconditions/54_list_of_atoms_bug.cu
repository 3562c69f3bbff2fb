//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __unique(list)
// What becomes of an element that is listed twice depends on the order, so lists have each of them once.

__global__ void damp(float *v, const int *list, const float *noise, float c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int a = list[i];
    v[a] = c * v[a] + noise[i]; // want "race on v"
  }
}
