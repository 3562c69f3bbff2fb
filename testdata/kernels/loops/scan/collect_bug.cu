//xfail:NOT_ALL_VERIFIED
//--blockDim=256 --gridDim=*
// The block reserves as many places as it has threads without the first of them, which may have a hit, too.
struct Hit {
  int id;
  float score;
};

__global__ void collect(const float *score, Hit *hits, unsigned *count, int n, float limit) {
  __shared__ unsigned found, base;
  for (int tile = blockIdx.x * blockDim.x; tile < n; tile += gridDim.x * blockDim.x) {
    if (threadIdx.x == 0) found = 0;
    __syncthreads();
    int i = tile + threadIdx.x;
    float s = i < n ? score[i] : 0.0f;
    bool hit = i < n && s > limit;
    unsigned place;
    if (hit) place = atomicAdd(&found, 1u);
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(count, found - (found > 1));
    __syncthreads();
    if (hit) hits[(size_t)base + place] = {i, s};  // want "write-write race on hits"
  }
}
