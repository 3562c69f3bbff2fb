//xfail:NOT_ALL_VERIFIED

// 209_semaphore_of_the_block_ok, and the turn is given on while other threads of the block still add.
struct Semaphore {
  int *word;
  bool looks;
  int state;

  __device__ Semaphore(int *word_, int thread) : word(word_), looks(thread < 0 || thread == 0), state(-1) {}

  __device__ void look() {
    if (looks) asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(state) : "l"(word));
  }
  __device__ void wait(int turn) {
    while (__syncthreads_and(state != turn)) look();
  }
  __device__ void release(int turn) {
    if (looks) asm volatile("st.global.release.gpu.b32 [%0], %1;" :: "l"(word), "r"(turn));
  }
};

__global__ void sum_of_slices(const float *in, float *sums, int *words) {
  int t = threadIdx.x, tile = blockIdx.y * gridDim.x + blockIdx.x, slice = blockIdx.z;
  Semaphore turns(words + tile, t);
  turns.look();
  float x = in[slice * 128 + t];
  turns.wait(slice);
  sums[tile * 128 + t] = slice ? sums[tile * 128 + t] + x : x;  // want "race on sums"
  turns.release(gridDim.z == slice + 1 ? 0 : slice + 1);
}

void run(const float *in, float *sums, int *words, int m, int n, int slices) {
  sum_of_slices<<<dim3(1, 1, 2), 128>>>(in, sums, words);
}
