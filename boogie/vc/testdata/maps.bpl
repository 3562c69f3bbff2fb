// Maps are arrays, of two keys as well; an equality of maps has a symbol that stands for it,
// since a model does not tell its value.
var m: [int]int;
var k: [int,bv8]bool;

procedure p(n: [int]int, i: int, v: bv8)
  modifies m, k;
{
  m[i] := 4;
  m[i + 1] := 5;
  k[i, v] := m[i] == 4;
  assert k[i, v];
  assert m == n;
}
