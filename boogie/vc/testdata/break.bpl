// break leaves the loop without its test and without its invariant; behind the loop the two
// ways out meet.
procedure p(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    invariant i >= 0;
  {
    if (i == 5) {
      i := -1;
      break;
    }
    i := i + 1;
  }
  assert i == -1 || i >= n;
}
