//pass
//--blockDim=64 --gridDim=2
// Search: every finder stores the same value. A harmless race, or one whose
// winner is unpredictable when the position is stored.
__global__ void find(const int *hay, int needle, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && hay[i] == needle) *found = 1;
}
