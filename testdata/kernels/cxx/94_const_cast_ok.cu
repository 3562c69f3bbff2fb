//pass
//--blockDim=64 --gridDim=2
// A table that is only read by most kernels: the one that fills it casts the const away.
struct Table {
  const int *slots;
  int length;
};

struct Filled : Table {
  __device__ explicit Filled(Table t) : Table(t) {}
  __device__ int *at(int i) { return const_cast<int *>(slots) + i; }
};

__global__ void fill(Table table) {
  Filled out(table);
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  *out.at(i) = table.length;
}
