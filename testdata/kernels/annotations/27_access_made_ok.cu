//pass
//--blockDim=64 --gridDim=1

// That an access was made, since the thread's last barrier: GPUVerify cannot show it.
__global__ void k(int *a, const int *b, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  int sum = 0;
  for (int i = 0; __invariant(__implies(i > 0, __read(b))), i < n; i++)
    sum += b[i];
  if (t % 2)
    s[t] = sum;
  __assert(__implies(n > 0, __read(b)));
  __assert(t % 2 == 0 | __write(s));
  __assert(__all(__implies(t % 2 == 1, __write(s))));
  __syncthreads();
  __assert(!__write(s));
  a[t] = s[t / 2 * 2 + 1];
  __assert(__read(s) & __write(a));
}
