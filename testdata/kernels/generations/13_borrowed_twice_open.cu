//open
//--blockDim=96 --gridDim=1
//proved barrier-divergence
//open data-race "rests on barrier-recycling"
//open deadlock "no order of the barriers. generations was found that excludes a circular wait"
//open barrier-recycling "each generation of barrier 2 is complete before a thread registers on the next"
//open barrier-count "rests on barrier-recycling"
// Generation 1 of barrier 2 is made of the producer and of two arrives of the first consumer, who pays for the second one as
// well; those after it have one arrive of each. A barrier counts arrivals, so that this is in order, but who registers for
// the k-th time no longer tells the generation.
__global__ void k(const int *in, int *out, int n) {
  __shared__ int buf[64];
  int lane = threadIdx.x % 32;
  int warp = threadIdx.x / 32;
  if (warp == 0) {
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 2, 96;" ::: "memory");
      buf[lane] = in[i * 64 + lane];
      buf[lane + 32] = in[i * 64 + lane + 32];
      asm volatile("bar.arrive 1, 96;" ::: "memory");
    }
  } else {
    if (warp == 1) {
      asm volatile("bar.arrive 2, 96;" ::: "memory");
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
    for (int i = 0; i < n; ++i) {
      asm volatile("bar.sync 1, 96;" ::: "memory");
      out[i * 64 + threadIdx.x - 32] = buf[95 - threadIdx.x];
      asm volatile("bar.arrive 2, 96;" ::: "memory");
    }
  }
}
