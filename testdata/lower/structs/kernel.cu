struct Point { float x, y; int tag; };
struct Box { Point lo, hi; int n[3]; };
__device__ Point shift(Point p, float d) { p.x += d; p.y += d; return p; }
__global__ void k(Point *p, Box *b, Point q, int i) {
  Point l = p[i];
  l.tag = 3;
  p[i + 1] = shift(l, 2.0f);
  b[i].hi.tag = b[i].lo.tag + b[i].n[i & 1];
  Point z = {}, w = {1.0f, 2.0f};
  p[0] = i > 0 ? z : w;
  q.x = w.y;
  p[2] = q;
  Point *r = &p[3];
  r->y = 1.0f;
}
