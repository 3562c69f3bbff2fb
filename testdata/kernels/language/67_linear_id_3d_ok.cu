//pass
//--blockDim=4,4,4 --gridDim=2,2
// The linear id of a 3-D block.
struct Cell { int id; short tag; };
__global__ void number(Cell *cells) {
  unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned b = blockIdx.x + gridDim.x * blockIdx.y;
  unsigned g = b * (blockDim.x * blockDim.y * blockDim.z) + t;
  cells[g].id = (int)(g + blockIdx.y);
  cells[g].tag = (short)threadIdx.z;
}
