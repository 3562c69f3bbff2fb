//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// no condition
// How often values are there is counted without an atomic: a fault for what such counts are made for,
// though there is none where no value is there twice.

__global__ void count(int *count, const int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[value[i]]++; // want "race on count"
}
