// A loop with an invariant: established, maintained, and what it shows.
procedure p(n: int)
  requires n >= 0;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i <= n;
  {
    i := i + 1;
  }
  assert i == n;
}
