//pass
//--blockDim=64 --gridDim=1
// Listing 1 of the paper with an arrive in place of warp 0's first sync.
// Proved: warp 0 goes on to barrier 1, and warp 1, released there, to barrier 0.
__global__ void circular(int *out) {
  int warp_id = threadIdx.x / 32;
  if (warp_id == 0) {
    asm volatile("bar.arrive 0, 64;");
    asm volatile("bar.sync 1, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
    asm volatile("bar.sync 0, 64;");
  }
  out[threadIdx.x] = warp_id;
}
