//pass
//--blockDim=32 --gridDim=1

// An atomic of four bytes and a store of two.
__global__ void k(int *a) {
  if (threadIdx.x == 0) ((short *)a)[2] = 1;
  if (threadIdx.x == 1) atomicAdd(a, 1);
}
