//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// The texel says which element is written.
texture<int, 1, cudaReadModeElementType> where;

__global__ void k(int *out) {
  out[tex1Dfetch(where, threadIdx.x)] = threadIdx.x; // want "write-write race"
}
