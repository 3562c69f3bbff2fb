//pass
//--blockDim=64 --gridDim=1
struct Pair { int value; struct { short tag, key; } at; };
__global__ void gather(const Pair *in, int *out) {
  int i = threadIdx.x;
  out[i] = in[in[i].at.key & 63].value;
}
