// A candidate guards its invariant where it is checked and where it is assumed.
const {:existential true} c: bool;

procedure p(n: int)
{
  var i: int;
  var m: [int]bv8;
  i := 0;
  while (*)
    invariant c ==> m[i] == 3bv8;
  {
    i := i + 1;
    m[i] := m[i - 1];
    if (i == n) {
      break;
    }
  }
}
