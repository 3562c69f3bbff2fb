//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// The same where the memory is declared as structs, and looked at as bytes.

struct Entry { char kind; int value; };
union View { Entry entry; char bytes[8]; };

__global__ void fill(Entry *entries, View *views, const Entry *from) {
  int t = threadIdx.x;
  entries[t] = from[t]; // want "write-write race on entries"
  if (t > 0)
    ((char *)entries)[8 * (t - 1) + 1] = t; // want "write-write race on entries"
  views[t].entry = from[t]; // want "write-write race on views"
  if (t > 0)
    views[t - 1].bytes[3] = t; // want "write-write race on views"
}
