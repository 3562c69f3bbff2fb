//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: __unique_or_none(slot) && stride >= columns
// Tokens go to places of a cache, and -1 says of some that they have none: as many as there are.

__global__ void keep(float *cache, const float *in, const int *slot, int columns, int stride) {
  int place = slot[blockIdx.x];
  if (place < 0)
    return;
  for (int c = threadIdx.x; c < columns; c += blockDim.x)
    cache[place * stride + c] = in[blockIdx.x * columns + c]; // want "write-write race on cache"
}
