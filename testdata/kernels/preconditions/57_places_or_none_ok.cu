//pass
//--blockDim=64 --gridDim=*
// The same with both said.

__global__ void keep(float *cache, const float *in, const int *slot, int columns, int stride) {
  __requires(__unique_or_none(slot));
  __requires(stride >= columns);
  int place = slot[blockIdx.x];
  if (place < 0)
    return;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    cache[place * stride + c] = in[blockIdx.x * columns + c];
}
