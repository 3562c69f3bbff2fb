//xfail:data-race
//--blockDim=64 --gridDim=4

// Is there a fault, and of which kind? Write the answer into the first line: //pass, or
// //xfail: with a property that does not hold. Which of the two procedures of the translation has the error?
__global__ void columns(int *out, const int *in) {
  int t = threadIdx.x;
  out[4 * t + blockIdx.x % 2] = in[t] + blockIdx.x;
}
