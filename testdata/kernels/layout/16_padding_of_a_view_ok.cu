//pass
//--blockDim=64 --gridDim=1
// Bytes of a member of the thread's own entry; and one entry that all threads write alike.

struct Entry { char kind; int value; };

__global__ void fill(Entry *entries, const Entry *from, int *out) {
  __shared__ __align__(8) char one[8];
  int t = threadIdx.x;
  entries[t] = from[t];
  ((char *)entries)[8 * t + 4] = t;
  *(Entry *)one = *from;
  __syncthreads();
  out[t] = ((Entry *)one)->value;
}
