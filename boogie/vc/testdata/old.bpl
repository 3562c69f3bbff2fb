// old is the value at the entry: of the procedure in its body and in what it ensures, of the
// call in what the called one ensures, and of nothing in between.
var g: int;

procedure q()
  modifies g;
  ensures g == old(g) + 1;
{
  g := g + 1;
}

procedure p()
  modifies g;
  ensures g == old(g) + 3;
{
  g := g + 1;
  call q();
  assert old(g) == g - 2;
  g := g + 1;
}
