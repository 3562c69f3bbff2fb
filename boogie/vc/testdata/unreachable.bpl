// Behind a return, a break and an endless loop no assertion is left.
procedure p(n: int)
{
  var i: int;
  i := 0;
  while (true)
    invariant i >= 0;
  {
    if (i == n) {
      return;
      assert false;
    }
    i := i + 1;
  }
  assert false;
}
