//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The witness tells members by their names: in[0].key, and not parts of in[0].
struct Pair { int value; struct { short tag, key; } at; };
__global__ void scatter(const Pair *in, int *out) {
  int i = threadIdx.x;
  out[in[i].at.key] = i;  // want "write-write race on out"
}
