//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// A thread writes a byte of its neighbour's word.
union word {
  int whole;
  unsigned char bytes[4];
};

__global__ void k(word *p) {
  p[threadIdx.x].whole = 0;      // want "race"
  p[threadIdx.x + 1].bytes[3] = 1; // want "race"
}
