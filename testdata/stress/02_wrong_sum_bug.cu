// flags: --elements out=1 --param n=3
// rejected: out[0] == 128 + n
// The post-condition fails in every run: each thread adds one, n is forgotten.
__global__ void count(int *out, int n) {
  __requires(n == 3);
  __ensures(out[0] == 128 + n);
  atomicAdd(out, 1);
}

void run(int *out, int n) { count<<<2, 64>>>(out, n); }
