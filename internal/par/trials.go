package par

import "time"

// trials chooses the number of workers of a burst. More workers can be slower than fewer: their
// cores may share no cache or be two threads of one core, or the stages may be shorter than their
// barriers. The time at barriers does not show this, because blocks take longer too. So a trial
// compares the times of whole bursts: some with the usual number of workers, some with half or
// twice that number, and again some with the usual one. The other number must be faster than both.
//
// No result depends on this, because the worker of a block is not specified anyway.
type trials struct {
	_       [0]func() // not comparable, so no program has code for a comparison
	most    int       // workers that a burst can have
	usual   int       // workers of a burst
	other   int       // workers of a burst of the part withOther
	up      bool
	part    partOfTrial
	bursts  int // recorded in this part; a burst that makes it zero or less is not counted
	elapsed [parts]time.Duration
	wait    int // bursts before the next trial
}

type partOfTrial int

const (
	before partOfTrial = iota
	withOther
	after
	parts
)

const (
	burstsOfPart = 8
	firstWait    = 64 // bursts: a second of a game
	longestWait  = 2048
	longestBurst = 4 * time.Millisecond // longer ones are not tried with fewer workers
	gainPercent  = 5                    // that a change needs
	lossPercent  = 25                   // that ends a trial
)

// choose returns the number of workers of the next burst, which can have most.
func (t *trials) choose(most int) int {
	if t.most != most {
		*t = trials{most: most, usual: most, wait: firstWait, bursts: -firstWait}
	}
	if t.part == withOther {
		return t.other
	}
	return t.usual
}

// record adds the burst of the last choice.
func (t *trials) record(elapsed time.Duration) {
	if t.bursts++; t.bursts <= 0 {
		return
	}
	t.elapsed[t.part] += elapsed
	if t.part == withOther && 100*burstsOfPart*t.elapsed[withOther] > time.Duration((100+lossPercent)*t.bursts)*t.elapsed[before] {
		t.end(min(2*t.wait, longestWait))
		return
	}
	if t.bursts < burstsOfPart {
		return
	}
	switch t.part {
	case before:
		if t.chooseOther(); t.other < t.usual && t.elapsed[before] > burstsOfPart*longestBurst {
			t.end(t.wait)
			return
		}
		t.begin(withOther)
	case withOther:
		t.begin(after)
	case after:
		if (100+gainPercent)*t.elapsed[withOther] < 100*min(t.elapsed[before], t.elapsed[after]) {
			t.usual = t.other
			t.end(firstWait)
		} else {
			t.end(min(2*t.wait, longestWait))
		}
	}
}

// chooseOther chooses half and twice the number of workers in turn.
func (t *trials) chooseOther() {
	t.up = t.usual == 1 || !t.up && t.usual < t.most
	if t.up {
		t.other = min(2*t.usual, t.most)
	} else {
		t.other = (t.usual + 1) / 2
	}
}

// begin begins a part. Its first burst is not counted, because workers wake or park in it.
func (t *trials) begin(part partOfTrial) {
	t.part, t.bursts, t.elapsed[part] = part, -1, 0
}

// end ends a trial; the next one begins after a number of bursts.
func (t *trials) end(wait int) {
	t.begin(before)
	t.wait, t.bursts = wait, -wait
}
