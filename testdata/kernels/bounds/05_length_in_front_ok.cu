//pass
//--blockDim=64 --gridDim=1
// A last member of one element stands for as many as were allocated.
struct List { int length; int items[1]; };
__global__ void fill(List *list) {
  list->items[threadIdx.x] = threadIdx.x;
}
