//pass
//--blockDim=64 --gridDim=1

// All threads are in the loop, or none, and in the same iteration.
__global__ void k(int *a, int n) {
  for (int i = 0;
       __invariant(__uniform_bool(__enabled())),
       __invariant(__uniform_int(i)),
       i < n; i++) {
    a[64 * i + threadIdx.x] = i;
  }
}
