//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// What a table of structs in constant memory holds decides which threads write where.
struct Step {
  float weight;
  short dx, dy;
};

__constant__ Step steps[2][2] = {{{1, 0, 1}, {0.5f, 2}}, {{2, 3, 4}, {4, 5, 7}}};

__global__ void walk(int *out) {
  int i = threadIdx.x & 1;
  if (steps[1][1].dy == 6 && steps[i][i].dx == 5 * i)
    out[threadIdx.x] = i;
  else
    out[0] = i; // want "write-write race on out"
}
