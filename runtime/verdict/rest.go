package verdict

import "gv2/instrument"

// weaken takes back proofs that rest on a property that is not proved. The
// translation walks both threads from barrier to barrier, so no proof holds
// beyond a barrier that only some threads reach; and it takes the value that a
// thread reads from memory to be the one the race-free program has there.
//
// All that fail first fail by themselves: two properties that are both proved may
// rest on each other, for the first violation of an execution breaks one of them
// while all others still hold.
func (s *session) weaken() {
	for _, base := range []string{instrument.Divergence, instrument.DataRace} {
		p := s.result.Property(base)
		if p == nil || p.Status == Proved || p.Status == Bounded {
			continue
		}
		for i := range s.result.Properties {
			q := &s.result.Properties[i]
			if q.Name == base || q.Status != Proved && q.Status != Bounded {
				continue
			}
			q.Status = Unknown
			q.Reason = "rests on " + base + ", which is " + string(p.Status)
		}
	}
}
