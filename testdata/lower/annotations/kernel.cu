__device__ int unknown(int);
__global__ void k(int *a, int n) {
  __requires(n > 0);
  __assume(threadIdx.x < n);
  assert(a[0] > n);
  printf("%d %d\n", a[1], n++);
  a[2] = unknown(n);
}
