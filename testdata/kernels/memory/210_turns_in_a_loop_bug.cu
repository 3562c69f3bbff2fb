//xfail:NOT_ALL_VERIFIED

// 210_turns_in_a_loop_ok, and the turn is given on while other threads of the block still add.
__global__ void units(const float *in, float *tiles, int *turn, int slices, int n) {
  int t = threadIdx.x;
  for (int unit = blockIdx.x; unit < n; unit += gridDim.x) {
    int tile = unit / slices, slice = unit % slices;
    float x = in[unit * 32 + t];
    if (t == 0) {
      while (*(volatile int *)&turn[tile] != slice) {}
      __threadfence();
    }
    __syncthreads();
    if (slice == 0) tiles[tile * 32 + t] = x;  // want "race on tiles"
    else tiles[tile * 32 + t] += x;  // want "race on tiles"
    if (t == 0) {
      __threadfence();
      *(volatile int *)&turn[tile] = slice + 1;
    }
  }
}

void run(const float *in, float *tiles, int *turn, int blocks, int n) {
  units<<<2, 32>>>(in, tiles, turn, 2, 4);
}
