// What follows an assumption of false is not reached: its assertion is not in the formula,
// and neither is the whole branch.
procedure p(x: int)
{
  if (x > 0) {
    assume false;
    assert x < 0;
  }
  assert x <= 0;
}
