//xfail:data-race
//--blockDim=64 --gridDim=1

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold.
__global__ void any(int *flag, const int *in) {
  if (in[threadIdx.x] > 0)
    *flag = 1;
}
