//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1000

// The lock of a bucket is a member of it, and what it guards is read before the last holder has released it.
struct Bucket {
  int lock;
  int count;
  float sum;
};
__device__ Bucket buckets[128];

__global__ void fill(const float *in) {
  if (threadIdx.x != 0) return;
  float x = in[blockIdx.x];
  Bucket *b = &buckets[(int)x & 127];
  while (atomicCAS(&b->lock, 0, 1) != 0) {
  }
  __threadfence();
  b->count += 1; // want "race on buckets"
  b->sum += x; // want "race on buckets"
  atomicExch(&b->lock, 0);
}
