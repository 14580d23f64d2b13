package joint

import "github.com/carom2d/carom/body"

// Tension.
//
// What is held under tension swings across it: a body on which forces F pull outward at
// the arms r is turned back with the stiffness K = sum r . F. Lines lie still during a
// sub-step h, so that swing is integrated explicitly, and grows without bound when K h h
// is more than four times the inertia. A link that holds a thousand times its weight
// would be flung about. So a body that is pulled like that is given, for the tick, an
// inertia of K h h: its own swing then takes six sub-steps. That is nothing beside the
// inertia of the load that makes the tension. Forces and masses stay what they are.
// Inertia that followed every swing would pump it, so it fades slowly.
const tensionFade = 0.9 // per tick

// tension is what a body has of it, in kg m^2, and the inverse inertia that it has by
// itself.
type tension struct{ spin, bare float32 }

// brace gives the bodies of the trees the inertia that the tension of the last ticks
// asks for.
func (f *forest) brace(bodies *body.Store) {
	for i := range f.trees {
		for _, slot := range f.trees[i].bodies {
			t, d := &f.tensions[slot], &bodies.Drive[bodies.Rows[slot]]
			t.bare = d.InvInertia
			if x := float32(t.spin * d.InvInertia); x > 1 {
				d.InvInertia /= x
			}
		}
	}
}

// Relieve takes off the inertia that Plant gave.
func (s *Store) Relieve(bodies *body.Store) {
	f := &s.forest
	for i := range f.trees {
		for _, slot := range f.trees[i].bodies {
			bodies.Drive[bodies.Rows[slot]].InvInertia = f.tensions[slot].bare
		}
	}
}

// strain finds the tension of the bodies of a tree, in kg m^2: K h h, where an impulse
// is F h.
func (g *grove) strain(t *grownTree) {
	nodes, bodies := g.nodes[t.bodies.Lo:t.bodies.Hi], g.bodies[t.bodies.Lo:t.bodies.Hi]
	for i := range nodes {
		nodes[i].z.w = 0
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l, e := &g.limbs[i], &g.elbows[i]
		var fa, fb triple
		for k := range e.n {
			ja, jb := l.lines[k].halves()
			fa.add(l.imp[k], &ja)
			fb.add(l.imp[k], &jb)
		}
		a, b := e.sides(l.inA)
		if a >= 0 {
			nodes[a].z.w += float64(float64(l.ux)*fa.x) + float64(float64(l.uy)*fa.y)
		}
		if b >= 0 {
			nodes[b].z.w += float64(float64(l.vx)*fb.x) + float64(float64(l.vy)*fb.y)
		}
	}
	for i := range nodes {
		n := &bodies[i]
		n.tension = greater(n.tension, float32(float64(t.step)*nodes[i].z.w))
	}
}
