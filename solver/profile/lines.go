package profile

// Lines are the lines of a joint, as many as Count, with compliance that they share.
type Lines struct {
	_         [0]func() // not comparable, so no program has code for a comparison
	Count     int
	JA, JB    [3]Vec3    // Jacobians on body A and on body B
	Stiffness [3]float64 // after Separate; zero for a line that depends on those before it
	Bounded   [3]bool    // of a bond: the impulse on the line is between Min and Max
	Min, Max  [3]float64
	JGear     [2]Vec3       // Jacobians of the line of a gear on two more bodies
	lower     [3][3]float64 // below the diagonal of L, where L D L^T is the compliance of the lines
}

// Separate replaces the lines J by L^-1 J, where L D L^T is their compliance, of which the lower
// triangle is given. These lines share no compliance: each has the stiffness 1/D. A line with less
// than the given compliance of its own depends on those before it.
func (l *Lines) Separate(c *[3][3]float64, least *[3]float64) {
	var own [3]float64
	l.Stiffness, l.lower = [3]float64{}, [3][3]float64{}
	for r := range l.Count {
		d := c[r][r]
		for k := range r {
			x := c[r][k]
			for n := range k {
				x -= float64(float64(l.lower[r][n]*l.lower[k][n]) * own[n])
			}
			if own[k] > 0 {
				l.lower[r][k] = x / own[k]
			}
			d -= float64(float64(l.lower[r][k]*l.lower[r][k]) * own[k])
			for n := range 3 {
				l.JA[r][n] -= float64(l.lower[r][k] * l.JA[k][n])
				l.JB[r][n] -= float64(l.lower[r][k] * l.JB[k][n])
			}
		}
		if d > least[r] {
			own[r], l.Stiffness[r] = d, 1/d
		}
	}
}

// Apart returns speeds along the lines before Separate as speeds along the separate lines.
func (l *Lines) Apart(speeds [3]float64) [3]float64 {
	speeds[1] -= float64(l.lower[1][0] * speeds[0])
	speeds[2] -= float64(l.lower[2][0]*speeds[0]) + float64(l.lower[2][1]*speeds[1])
	return speeds
}

// Together returns impulses along the separate lines as impulses along the lines before Separate.
func (l *Lines) Together(j [3]float64) [3]float64 {
	j[1] -= float64(l.lower[2][1] * j[2])
	j[0] -= float64(l.lower[1][0]*j[1]) + float64(l.lower[2][0]*j[2])
	return j
}
