// True, but beyond Z3: it answers unknown.
procedure fermat(a: int, b: int, c: int)
{
  assert a > 1 && b > 1 && c > 1 ==> a * a * a + b * b * b != c * c * c;
}
