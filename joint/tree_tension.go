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
	s.let(bodies)
	f := &s.forest
	for i := range f.trees {
		for _, slot := range f.trees[i].bodies {
			bodies.Drive[bodies.Rows[slot]].InvInertia = f.tensions[slot].bare
		}
	}
}

// strain finds the tension of the bodies of a tree, in kg m^2: K h h, where an impulse
// is F h.
func (r *Rows) strain(t *grownTree) {
	g := &r.grove
	for i := t.nodes.Lo; i < t.nodes.Hi; i++ {
		g.nodes[i].z.w = 0
	}
	for i := t.limbs.Lo; i < t.limbs.Hi; i++ {
		l := &g.limbs[i]
		in, out := &g.nodes[l.in], &g.nodes[l.out]
		if l.kind == KindRevolute {
			in.z.w += float64(l.rx*l.jx) + float64(l.ry*l.jy)
			out.z.w -= float64(l.sx*l.jx) + float64(l.sy*l.jy)
			continue
		}
		e, w := &g.bonds[l.bond], &r.bonds[l.row]
		var fi, fo triple
		for k := range e.base {
			fi.add(e.held[k], &e.ji[k])
			fo.add(e.held[k], &e.jo[k])
		}
		for k := range l.muscles {
			x := &g.muscles[l.muscle+k]
			fi.add(x.whole(), &x.ji)
			fo.add(x.whole(), &x.jo)
		}
		rx, ry, sx, sy := w.vx, w.vy, w.ux, w.uy
		if l.inA {
			rx, ry, sx, sy = sx, sy, rx, ry
		}
		in.z.w += float64(float64(rx)*fi.x) + float64(float64(ry)*fi.y)
		out.z.w += float64(float64(sx)*fo.x) + float64(float64(sy)*fo.y)
	}
	for i := t.bodies.Lo; i < t.bodies.Hi; i++ {
		n := &g.nodes[i]
		n.tension = greater(n.tension, float32(float64(t.step)*n.z.w))
	}
}
