package instrument

// expired reports whether the translation is to be given up, and notes that at the
// output: what is written from there on is thrown away. It is asked for every
// statement, so that a kernel of any size stops soon.
func (o *Output) expired(opts Options) bool {
	o.Late = o.Late || opts.Stop != nil && opts.Stop()
	return o.Late
}
