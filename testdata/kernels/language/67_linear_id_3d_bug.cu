//xfail:NOT_ALL_VERIFIED
//--blockDim=4,4,4 --gridDim=2,2
// The linear id of a 3-D block.
struct Cell { int id; short tag; };
__global__ void number(Cell *cells) {
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned b = blockIdx.x + blockIdx.y;
  unsigned g = b * (blockDim.x * blockDim.y * blockDim.z) + t;
  cells[g].id = (int)(g + blockIdx.y);  // want "race on cells"
  cells[g].tag = (short)threadIdx.z;  // may "race on cells"
}
