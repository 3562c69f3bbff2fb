//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// A byte too many.
struct pair {
  short x, y;
};

__global__ void k(pair *to, const pair *from) {
  memcpy(&to[threadIdx.x], &from[threadIdx.x], 5); // want "write-write race"
}
