//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The count follows the number of items and not the threads that come.
// Refuted: 48 is no multiple of the warp size.
#define ITEMS 48

__global__ void items(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  asm volatile("bar.sync 2, %0;" ::"n"(ITEMS) : "memory");  // want "48"
  out[t] = s[t ^ 32];  // may "race"
}
