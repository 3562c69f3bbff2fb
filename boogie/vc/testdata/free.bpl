// Free requires clauses are assumed in the body and say nothing to callers; free ensures
// clauses are assumed by callers and say nothing in the body; free invariants are assumed
// at the head of a loop and checked nowhere.
procedure q(x: int) returns (r: int)
  requires x > 0;
  free requires x > 1;
  ensures r > 2;
  free ensures r > 3;
{
  r := x + 1;
}

procedure p(n: int)
{
  var r: int;
  r := 5;
  while (r < n)
    free invariant r > 4;
    invariant r > 0;
  {
    call r := q(r);
  }
  assert r > 4;
}
