//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// The members of a union are one pointer: what is written by one name is what the next thread writes by the other.
struct data {
  int count;
  union {
    int *whole;
    unsigned *bits;
  };
};

__global__ void k(data d) {
  d.whole[threadIdx.x] = 0;    // want "race"
  d.bits[threadIdx.x + 1] = 1; // want "race"
}
