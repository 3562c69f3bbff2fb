//xfail:NOT_ALL_VERIFIED

// 208_turns_of_pieces_ok with a turn for two pieces: both add to the row at the same time.
__device__ int turn_of(const int *word) {
  int v;
  asm volatile("ld.global.acquire.gpu.b32 %0, [%1];" : "=r"(v) : "l"(word) : "memory");
  return v;
}

__device__ void release(int *word, int v) { asm volatile("st.global.release.gpu.b32 [%0], %1;" :: "l"(word), "r"(v) : "memory"); }

__global__ void add_pieces(const float *in, float *rows, int *words, int pieces) {
  int t = threadIdx.x;
  int row = blockIdx.x / pieces, piece = blockIdx.x % pieces / 2;
  if (t == 0) {
    while (turn_of(&words[row]) != piece) {}
  }
  __syncthreads();
  rows[row * 64 + t] += in[blockIdx.x * 64 + t];  // want "race on rows"
  __syncthreads();
  if (t == 0) release(&words[row], piece + 1);
}

void run(const float *in, float *rows, int *words, int n, int pieces) {
  add_pieces<<<8, 64>>>(in, rows, words, 4);
}
