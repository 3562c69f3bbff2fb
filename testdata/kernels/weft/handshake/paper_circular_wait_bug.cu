//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Listing 1 of Sharma, Bauer and Aiken (PLDI 2015).
// Refuted: each warp waits on the barrier that the other one would reach next.
__global__ void circular(int *out) {
  int warp_id = threadIdx.x / 32;
  if (warp_id == 0) {
    asm volatile("bar.sync 0, 64;");  // want "deadlock"
    asm volatile("bar.sync 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");  // want "deadlock"
    asm volatile("bar.sync 0, 64;");
  }
  out[threadIdx.x] = warp_id;
}
