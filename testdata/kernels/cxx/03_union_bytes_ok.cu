//pass
//--blockDim=32 --gridDim=1

// Each of four threads writes its byte of a word.
union word {
  int whole;
  unsigned char bytes[4];
};

__global__ void k(word *p) {
  p[threadIdx.x / 4].bytes[threadIdx.x % 4] = threadIdx.x;
}
