package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// writeContacts writes the kernels of package solver.
func writeContacts(l *layout) {
	for points := 1; points <= 2; points++ {
		k := kernel{pkg: l.solver, header: "header", constants: "wideCoefficients"}
		k.bundleSize = size(structOf(l.solver, fmt.Sprintf("bundle%d", points)))
		write := func(name, args string, emit func(*emitter)) {
			k.name, k.args, k.call = name, args, atOnce
			if args == "bundleArgs" {
				k.call = later
			}
			k.emit = func(e *emitter) {
				e.points = points
				emit(e)
			}
			k.write(l)
		}
		write(fmt.Sprintf("warm%d", points), "bundleArgs", (*emitter).warmStart)
		write(fmt.Sprintf("solve%d", points), "bundleArgs", (*emitter).solve)
		write(fmt.Sprintf("relax%d", points), "bundleArgs", (*emitter).relax)
		write(fmt.Sprintf("prepare%d", points), "tableArgs", (*emitter).prepare)
		write(fmt.Sprintf("store%d", points), "tableArgs", (*emitter).store)
		k.companion, k.companionStruct = "surfaces", "surface"
		write(fmt.Sprintf("warm%dSurface", points), "bundleArgs", func(e *emitter) {
			e.warmStart()
			e.warmStartRolling()
		})
		write(fmt.Sprintf("relax%dSurface", points), "bundleArgs", func(e *emitter) {
			e.relax()
			e.solveRolling()
		})
		if points == 1 {
			k.companion, k.companionStruct = "arcs", "arc"
			write("followArcs", "bundleArgs", (*emitter).followArcs)
			write("relax1Arcs", "bundleArgs", func(e *emitter) {
				e.followArcs()
				e.relax()
			})
			write("solve1Arcs", "bundleArgs", func(e *emitter) {
				e.correctArcs()
				e.solve()
			})
		}
	}
	kernel{
		pkg: l.solver, name: "recordApproaches", args: "tableArgs", header: "approachBundle", constants: "wideCoefficients",
		bundleSize: size(structOf(l.solver, "approachBundle")), emit: (*emitter).recordApproaches,
	}.write(l)
}

// point returns a column of point k of the bundle.
func (e *emitter) point(k int, field string) operand.Mem {
	s := structOf(e.pkg, "point")
	return operand.Mem{Base: e.bundle, Disp: size(structOf(e.pkg, e.header)) + k*size(s) + offset(s, field)}
}

// savedVelocities are the velocities of eight bodies before the pass, in the frame.
type savedVelocities struct{ vx, vy, w, flags op }

func (e *emitter) save(v bodyVelocities) savedVelocities {
	return savedVelocities{e.spill(v.vx), e.spill(v.vy), e.spill(v.w), e.spill(v.flags)}
}

// warmStart applies the stored impulses.
func (e *emitter) warmStart() {
	e.usedSlots = 0
	normal, na, nb := zero(), zero(), zero()
	for k := range e.points {
		j := load(e.point(k, "impulse"))
		normal = add(normal, j)
		na = add(na, mul(j, e.point(k, "ka")))
		nb = add(nb, mul(j, e.point(k, "kb")))
	}
	tangent := load(e.column("tangentImpulse"))
	na = add(na, mul(tangent, e.column("ta")))
	nb = add(nb, mul(tangent, e.column("tb")))
	va := e.velocitiesOf("a")
	a := e.save(va)
	wa := e.spill(sub(va.w, mul(na, e.column("ia"))))
	vb := e.velocitiesOf("b")
	b := e.save(vb)
	wb := e.spill(add(vb.w, mul(nb, e.column("ib"))))
	e.apply(a, b, normal, tangent, wa, wb)
}

// solve corrects the normal velocities, with position correction.
func (e *emitter) solve() {
	e.usedSlots = 0
	va := e.velocitiesOf("a")
	a, wa := e.save(va), va.w
	vb := e.velocitiesOf("b")
	b, wb := e.save(vb), vb.w
	un := add(mul(sub(vb.vx, a.vx), e.column("nx")), mul(sub(vb.vy, a.vy), e.column("ny")))
	ma, mb := load(e.column("ma")), load(e.column("mb"))
	zeros := zero()
	static := or(compare(equalTo, ma, zeros), compare(equalTo, mb, zeros))
	soft := func(field string) op {
		return e.spill(blend(static, e.constant("static"+field), load(e.constant("dynamic"+field))))
	}
	softBias, softMass, softOverRelaxedMass, softImpulseScale := soft("Bias"), soft("Mass"), soft("OverRelaxedMass"), soft("ImpulseScale")
	mobility := add(ma, mb)
	var sharedImpulse op
	if e.points == 2 {
		sharedImpulse = e.spill(mul(add(load(e.point(0, "impulse")), e.point(1, "impulse")), e.constant("sharedShare")))
	}
	sum := zero()
	for k := range e.points {
		ka, kb := load(e.point(k, "ka")), load(e.point(k, "kb"))
		s := load(e.point(k, "currentSeparation"))
		apart := compare(greaterThan, s, zero())
		bias := blend(apart, mul(s, e.constant("invH")), greater(mul(s, softBias), e.constant("minusPushSpeed")))
		old := load(e.point(k, "impulse"))
		pressing := compare(greaterThan, old, zero())
		mass := blend(apart, e.constant("one"), blend(pressing, softOverRelaxedMass, load(softMass)))
		impulseScale := andNot(apart, softImpulseScale)
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		softImpulse := old
		if e.points == 2 {
			softImpulse = add(mul(old, e.constant("ownShare")), sharedImpulse)
		}
		j := add(mul(mul(mass, e.point(k, "mass")), add(vn, bias)), mul(impulseScale, softImpulse))
		j = greater(sub(old, j), zero())
		store(j, e.point(k, "impulse"))
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), e.column("ia")))
		wb = add(wb, mul(mul(kb, j), e.column("ib")))
		sum = add(sum, j)
	}
	e.apply(a, b, sum, zero(), e.spill(wa), e.spill(wb))
}

// relax corrects the velocities without position correction, then applies friction. The
// separations of contacts with one point and a surface are known: see followArcs.
func (e *emitter) relax() {
	e.usedSlots = 0
	separationKnown := e.companion != "" && e.points == 1
	var displacement vec
	var ads, bds op
	if !separationKnown {
		var da, db bodyDeltas
		da = e.deltasOf("a")
		ads = e.spill(da.ds)
		db = e.deltasOf("b")
		bds = e.spill(db.ds)
		displacement = e.normalDisplacement(da, db)
	}
	va := e.velocitiesOf("a")
	a, wa := e.save(va), va.w
	vb := e.velocitiesOf("b")
	b, wb := e.save(vb), vb.w
	vx, vy := sub(vb.vx, a.vx), sub(vb.vy, a.vy)
	nx, ny := load(e.column("nx")), load(e.column("ny"))
	un := add(mul(nx, vx), mul(ny, vy))
	tangentVelocity := e.spill(sub(mul(ny, vx), mul(nx, vy)))
	mobility := add(load(e.column("ma")), e.column("mb"))
	sum, limit := zero(), zero()
	for k := range e.points {
		ka, kb := load(e.point(k, "ka")), load(e.point(k, "kb"))
		var s vec
		if separationKnown {
			s = load(e.point(k, "currentSeparation"))
		} else {
			s = add(add(displacement, sub(mul(kb, bds), mul(ka, ads))), e.point(k, "separation"))
			store(s, e.point(k, "currentSeparation"))
		}
		bias := mul(greater(s, zero()), e.constant("invH"))
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		old := load(e.point(k, "impulse"))
		j := greater(sub(old, mul(add(vn, bias), e.point(k, "mass"))), zero())
		store(j, e.point(k, "impulse"))
		store(add(j, e.point(k, "totalImpulse")), e.point(k, "totalImpulse"))
		limit = add(limit, j)
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), e.column("ia")))
		wb = add(wb, mul(mul(kb, j), e.column("ib")))
		sum = add(sum, j)
	}
	ta, tb := load(e.column("ta")), load(e.column("tb"))
	signs := load(e.constant("signs"))
	limit = mul(limit, andNot(signs, e.column("friction")))
	vt := add(sub(mul(tb, wb), mul(ta, wa)), tangentVelocity)
	if e.companion == "surfaces" {
		vt = add(vt, e.companionColumn("tangentSpeed"))
	}
	old := load(e.column("tangentImpulse"))
	j := sub(old, mul(vt, andNot(signs, e.column("tangentMass"))))
	j = greater(lesser(j, limit), xor(limit, signs))
	store(j, e.column("tangentImpulse"))
	j = sub(j, old)
	wa = sub(wa, mul(mul(ta, j), e.column("ia")))
	wb = add(wb, mul(mul(tb, j), e.column("ib")))
	e.apply(a, b, sum, j, e.spill(wa), e.spill(wb))
}

// solveRolling resists the relative angular velocity.
func (e *emitter) solveRolling() {
	e.usedSlots = 0
	a, b := e.velocitiesOf("a"), e.velocitiesOf("b")
	limit := zero()
	for k := range e.points {
		limit = add(limit, e.point(k, "impulse"))
	}
	limit = mul(limit, e.companionColumn("rollingResistance"))
	old := load(e.companionColumn("rollingImpulse"))
	j := sub(old, mul(sub(b.w, a.w), e.companionColumn("rollingMass")))
	j = greater(lesser(j, limit), xor(limit, e.constant("signs")))
	store(j, e.companionColumn("rollingImpulse"))
	e.applyAngularImpulse(a, b, sub(j, old))
}

// warmStartRolling applies the stored rolling impulse.
func (e *emitter) warmStartRolling() {
	e.usedSlots = 0
	a, b := e.velocitiesOf("a"), e.velocitiesOf("b")
	e.applyAngularImpulse(a, b, load(e.companionColumn("rollingImpulse")))
}

// applyAngularImpulse gives the bodies opposite angular impulses.
func (e *emitter) applyAngularImpulse(a, b bodyVelocities, j vec) {
	wa := sub(a.w, mul(j, e.column("ia")))
	wb := add(b.w, mul(j, e.column("ib")))
	olda, oldb := e.save(a), e.save(b)
	spilled := e.spill(wb)
	e.scatterVelocities("a", load(olda.vx), load(olda.vy), wa, olda)
	e.scatterVelocities("b", load(oldb.vx), load(oldb.vy), load(spilled), oldb)
}

// normalDisplacement returns the distance by which the bodies have separated along the normal, but
// for the sines of their rotations.
func (e *emitter) normalDisplacement(a, b bodyDeltas) vec {
	linear := add(mul(sub(b.dx, a.dx), e.column("nx")), mul(sub(b.dy, a.dy), e.column("ny")))
	one, zeros := load(e.constant("one")), zero()
	ta := blend(load(e.column("friction")), zeros, load(e.column("ta")))
	tb := blend(load(e.column("tangentMass")), zeros, load(e.column("tb")))
	return add(linear, sub(mul(tb, sub(one, b.dc)), mul(ta, sub(one, a.dc))))
}

// apply applies impulses along normal and tangent, and sets the new angular velocities.
func (e *emitter) apply(a, b savedVelocities, normal, tangent vec, wa, wb op) {
	nx, ny := load(e.column("nx")), load(e.column("ny"))
	jx := add(mul(nx, normal), mul(ny, tangent))
	jy := sub(mul(ny, normal), mul(nx, tangent))
	ma, mb := load(e.column("ma")), load(e.column("mb"))
	bvx := e.spill(add(load(b.vx), mul(mb, jx)))
	bvy := e.spill(add(load(b.vy), mul(mb, jy)))
	e.scatterVelocities("a", sub(load(a.vx), mul(ma, jx)), sub(load(a.vy), mul(ma, jy)), load(wa), a)
	e.scatterVelocities("b", load(bvx), load(bvy), load(wb), b)
}
