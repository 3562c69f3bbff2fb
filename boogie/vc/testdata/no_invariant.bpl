// A loop without an invariant: nothing is known of what it changes, everything of the rest.
procedure p(n: int)
{
  var i: int;
  var j: int;
  i := 0;
  j := 3;
  while (i < n) {
    i := i + 2;
  }
  assert j == 3;
  assert i >= n;
  assert i mod 2 == 0;
}
