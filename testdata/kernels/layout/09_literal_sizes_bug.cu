//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A string literal is an array, a character a char, with a prefix something wider.
__global__ void k(int *o) {
  int t = threadIdx.x;
  o[t / (sizeof("abc") == 8 ? 1 : 2)] = t; // want "race on o"
}
