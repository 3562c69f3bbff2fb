//pass
// What decltype says of a local object is a template argument; a template that nobody uses asks for no instance.
struct Scaled {
  Scaled(int *to, int by) : to(to), by(by) {}
  __device__ void store(int i, int v) const { to[i] = v * by; }
  int *to;
  int by;
};

template <class Store>
__global__ void fill(Store out, int v) {
  out.store(threadIdx.x, v);
}

template <class Store>
void launch(Store out, int v) {
  fill<Store><<<1, 128>>>(out, v);
}

template <class Unused>
void launchOther(Unused *out) {
  fill<typename Unused::Store><<<1, 128>>>(out->store(), 1);
}

void run(int *p) {
  Scaled out(p, 2);
  launch<decltype(out)>(out, 7);
}
