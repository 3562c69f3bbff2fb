//pass
//--blockDim=16 --gridDim=1

// A vector of four elements.
__global__ void k(float *a) {
  reinterpret_cast<float4 *>(a)[threadIdx.x] = make_float4(threadIdx.x, 1, 2, 3);
}
