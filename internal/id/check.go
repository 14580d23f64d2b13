package id

// Validate panics when the pool contradicts itself.
func (p *Pool) Validate(name string) {
	p.validateNames(name)
	even, retired := 0, 0
	for _, g := range p.generations {
		switch {
		case g == 0:
			retired++
		case g&1 == 0:
			even++
		}
	}
	isFree := make([]bool, len(p.generations))
	for _, s := range p.free {
		if uint(s) >= uint(len(p.generations)) || p.generations[s]&1 != 0 || p.generations[s] == 0 || isFree[s] {
			panic(name + ": a slot is free that should not be")
		}
		isFree[s] = true
	}
	if even != len(p.free) || retired != p.retired {
		panic(name + ": the free slots are counted wrong")
	}
}
