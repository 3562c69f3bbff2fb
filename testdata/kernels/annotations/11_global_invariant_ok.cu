//pass
//--blockDim=32 --gridDim=4

// Each block writes its row, whichever of its threads are still at work.
__global__ void k(int *a) {
  for (int i = threadIdx.x;
       __global_invariant(__write_implies(a, blockIdx.x * 100 <= __write_offset_bytes(a) / sizeof(int))),
       __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) < blockIdx.x * 100 + 100)),
       __global_invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) % 100 % 32 == threadIdx.x)),
       __invariant(i % 32 == threadIdx.x),
       __invariant(i >= 0),
       i < 100; i += 32) {
    a[blockIdx.x * 100 + i] = i;
  }
}
