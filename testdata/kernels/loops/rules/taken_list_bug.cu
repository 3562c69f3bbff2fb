//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Two places are written where one is taken.
__global__ void append(float *found, int *count, const float *value, const int *next, const int *head) {
  for (int at = head[threadIdx.x]; at >= 0; at = next[at]) {
    if (value[at] > 0.f) {
      int place = atomicAdd(count, 1);
      found[place] = value[at];        // want "race on found"
      found[place + 1] = 0.f;          // want "race on found"
    }
  }
}
