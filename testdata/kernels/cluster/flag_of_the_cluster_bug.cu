//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2

// A flag of the scope of the cluster: the store does not release.
__device__ int data[2], flag[2];

__global__ void __cluster_dims__(2, 1, 1) k(int *out) {
  if (threadIdx.x != 0) return;
  int b = blockIdx.x, v;
  if (b % 2 == 0) {
    data[b] = 42;  // want "race on data"
    asm volatile("st.relaxed.cluster.s32 [%0], %1;" :: "l"(&flag[b]), "r"(1) : "memory");
  } else {
    do {
      asm volatile("ld.acquire.cluster.s32 %0, [%1];" : "=r"(v) : "l"(&flag[b - 1]) : "memory");
    } while (v == 0);
    out[b] = data[b - 1];  // want "race on data"
  }
}
