//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=2
// One step of a bitonic sort in global memory, j and k from the host.
__global__ void bitonic_sort_step(float *dev_values, int j, int k) {
  unsigned int i = threadIdx.x + blockDim.x * blockIdx.x;
  unsigned int ixj = i + 16u;
  if (ixj > i) {
    if ((i & k) == 0) {
      if (dev_values[i] > dev_values[ixj]) {  // may "race on dev_values"
        float temp = dev_values[i];  // may "race on dev_values"
        dev_values[i] = dev_values[ixj];  // want "race on dev_values"
        dev_values[ixj] = temp;  // want "race on dev_values"
      }
    }
    if ((i & k) != 0) {
      if (dev_values[i] < dev_values[ixj]) {  // may "race on dev_values"
        float temp = dev_values[i];  // may "race on dev_values"
        dev_values[i] = dev_values[ixj];  // want "race on dev_values"
        dev_values[ixj] = temp;  // want "race on dev_values"
      }
    }
  }
}
