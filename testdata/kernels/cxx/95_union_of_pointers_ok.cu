//pass
//--blockDim=32 --gridDim=1

// The members of a union are one pointer, and one number: each thread has an element of its own, and no thread goes where
// the members differ.
struct data {
  int count;
  union {
    int *whole;
    unsigned *bits;
  };
  union {
    int size;
    unsigned length;
  };
};

__global__ void k(data d) {
  d.whole[threadIdx.x] = 0;
  d.bits[threadIdx.x] = 1;
  if (d.size != (int)d.length) d.bits[0] = threadIdx.x;
}
