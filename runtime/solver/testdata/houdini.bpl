// A loop with candidates, of which some hold, and assertions, of which some fail.
const {:existential true} c0: bool;
const {:existential true} c1: bool;
const {:existential true} c2: bool;
const {:existential true} c3: bool;

procedure k(n: int, f: int)
  requires n > 0;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant c0 ==> i > 1;
    invariant c1 ==> i >= 0;
    invariant c2 ==> i <= n;
    invariant c3 ==> i mod 2 == 0;
  {
    i := i + 1;
  }
  assume {:captureState "end"} true;
  assert i == n;
  assert f > 3;
  assert f > 4;
}
