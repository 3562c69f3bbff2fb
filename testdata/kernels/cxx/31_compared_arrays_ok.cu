//pass
//--blockDim=64
// That a and b are equal nowhere is an assumption, which the report says though neither is read or written.

struct Pair {
  int *x, *y;
};
__global__ void unequal(int *a, int *b, Pair pair, int *out) {
  if (a == b || pair.x == pair.y)
    out[0] = threadIdx.x;
}
