// Z3 cannot build a model of the quantifiers: it answers unknown.
procedure unsure(x: int, f: [int]int)
{
  assume (forall i: int :: f[i] > i);
  assert (exists j: int :: f[j] < j + x);
}

procedure sure(y: int)
{
  assert y > 0;
}
