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

// brace gives the bodies of the trees the inertia that the tension of the last ticks
// asks for.
func (g *grove) brace(bodies *body.Store) {
	for i := range g.bodies {
		n := &g.bodies[i]
		d := &bodies.Drive[n.row]
		n.bare = d.InvInertia
		if x := float32(n.tension * d.InvInertia); x > 1 {
			d.InvInertia /= x
		}
	}
}

// RelieveTrees takes off the inertia that GatherTrees gave, and notes how much the next
// tick needs.
func (r *Rows) RelieveTrees(s *Store, bodies *body.Store) {
	g := &r.grove
	for i := range g.bodies {
		n := &g.bodies[i]
		bodies.Drive[n.row].InvInertia = n.bare
		s.forest.tensions[n.slot] = n.tension
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
