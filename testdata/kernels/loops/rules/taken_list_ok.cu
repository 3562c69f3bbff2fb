//pass
//--blockDim=64 --gridDim=1
// Each thread walks along a list and appends what it finds to one array.
__global__ void append(float *found, int *count, const float *value, const int *next, const int *head) {
  for (int at = head[threadIdx.x]; at >= 0; at = next[at]) {
    if (value[at] > 0.f) {
      int place = atomicAdd(count, 1);
      found[place] = value[at];
    }
  }
}
