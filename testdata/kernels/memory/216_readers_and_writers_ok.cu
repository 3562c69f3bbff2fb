//pass

// A lock of readers and writers: the word counts the readers, and is -1 while a writer has it. Several readers are in at the same time.
__device__ int lock;
__device__ int sum, count;

__global__ void k(const int *in, int *out) {
  if (threadIdx.x == 0 && blockIdx.x % 8 == 0) {
    while (atomicCAS(&lock, 0, -1) != 0) {}
    __threadfence();
    sum = sum + in[blockIdx.x];
    count = count + 1;
    __threadfence();
    atomicExch(&lock, 0);
  } else if (threadIdx.x == 0) {
    int n;
    do {
      n = atomicAdd(&lock, 0);
    } while (n < 0 || atomicCAS(&lock, n, n + 1) != n);
    __threadfence();
    out[blockIdx.x] = count == 0 ? 0 : sum / count;
    __threadfence();
    atomicSub(&lock, 1);
  }
}

void run(const int *in, int *out, int n) { k<<<n, 32>>>(in, out); }
