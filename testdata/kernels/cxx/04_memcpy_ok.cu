//pass
//--blockDim=32 --gridDim=1

// A struct each.
struct pair {
  short x, y;
};

__global__ void k(pair *to, const pair *from) {
  memcpy(&to[threadIdx.x], &from[threadIdx.x], sizeof(pair));
}
