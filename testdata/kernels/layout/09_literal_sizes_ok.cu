//pass
//--blockDim=64 --gridDim=1

// A string literal is an array, a character a char, with a prefix something wider.
__global__ void k(int *o) {
  int t = threadIdx.x;
  bool right = sizeof("abc") == 4 && sizeof(L"abc") == 16 && sizeof(u"abc") == 8 && sizeof("a" "b") == 3 &&
               sizeof 'a' == 1 && sizeof L'a' == 4 && sizeof 'ab' == 4;
  o[t / (right ? 1 : 2)] = t;
}
