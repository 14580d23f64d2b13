package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/operand"
)

// writeContacts writes the kernels of package solver.
func writeContacts(l *layout) {
	for points := 1; points <= 2; points++ {
		k := kernel{pkg: l.solver, head: "head", constants: "wideCoefficients"}
		k.rowSize = size(structOf(l.solver, fmt.Sprintf("row%d", points)))
		write := func(name, args string, each func(*row)) {
			k.name, k.args = name, args
			k.each = func(r *row) {
				r.points = points
				each(r)
			}
			k.write(l)
		}
		write(fmt.Sprintf("warm%d", points), "rowArgs", (*row).warmStart)
		write(fmt.Sprintf("solve%d", points), "rowArgs", (*row).solve)
		write(fmt.Sprintf("relax%d", points), "rowArgs", (*row).relax)
		write(fmt.Sprintf("prepare%d", points), "tableArgs", (*row).prepare)
		write(fmt.Sprintf("store%d", points), "tableArgs", (*row).store)
		k.beside, k.besideOf = "surfaces", "surface"
		write(fmt.Sprintf("warm%dSurface", points), "rowArgs", func(r *row) {
			r.warmStart()
			r.warmRoll()
		})
		write(fmt.Sprintf("relax%dSurface", points), "rowArgs", func(r *row) {
			r.relax()
			r.roll()
		})
	}
}

// point returns a column of point k of the row.
func (r *row) point(k int, field string) operand.Mem {
	s := structOf(r.pkg, "point")
	return operand.Mem{Base: r.at, Disp: size(structOf(r.pkg, r.head)) + k*size(s) + offset(s, field)}
}

// saved are the velocities of eight bodies as they were read, in the frame.
type saved struct{ vx, vy, w, flags operand.Mem }

func (r *row) save(v velocities) saved {
	return saved{r.keep(v.vx), r.keep(v.vy), r.keep(v.w), r.keep(v.flags)}
}

// warmStart applies the kept impulses.
func (r *row) warmStart() {
	r.slots = 0
	normal, na, nb := zero(), zero(), zero()
	for k := range r.points {
		j := load(r.point(k, "impulse"))
		normal = add(normal, j)
		na = add(na, mul(j, r.point(k, "ka")))
		nb = add(nb, mul(j, r.point(k, "kb")))
	}
	tangent := load(r.column("tangentImpulse"))
	na = add(na, mul(tangent, r.column("ta")))
	nb = add(nb, mul(tangent, r.column("tb")))
	va := r.velocitiesOf("a")
	a := r.save(va)
	wa := r.keep(sub(va.w, mul(na, r.column("ia"))))
	vb := r.velocitiesOf("b")
	b := r.save(vb)
	wb := r.keep(add(vb.w, mul(nb, r.column("ib"))))
	r.apply(a, b, normal, tangent, wa, wb)
}

// solve corrects the normal velocities, with position correction.
func (r *row) solve() {
	r.slots = 0
	va := r.velocitiesOf("a")
	a, wa := r.save(va), va.w
	vb := r.velocitiesOf("b")
	b, wb := r.save(vb), vb.w
	un := add(mul(sub(vb.vx, a.vx), r.column("nx")), mul(sub(vb.vy, a.vy), r.column("ny")))
	ma, mb := load(r.column("ma")), load(r.column("mb"))
	none := zero()
	static := or(compare(equalTo, ma, none), compare(equalTo, mb, none))
	soft := func(field string) operand.Mem {
		return r.keep(choose(static, r.constant("static"+field), load(r.constant("dynamic"+field))))
	}
	softBias, softMass, softPressed, softLeak := soft("Bias"), soft("Mass"), soft("Pressed"), soft("Leak")
	mobility := add(ma, mb)
	var pooled operand.Mem
	if r.points == 2 {
		pooled = r.keep(mul(add(load(r.point(0, "impulse")), r.point(1, "impulse")), r.constant("pooled")))
	}
	sum := zero()
	for k := range r.points {
		ka, kb := load(r.point(k, "ka")), load(r.point(k, "kb"))
		s := load(r.point(k, "now"))
		apart := compare(greaterThan, s, zero())
		bias := choose(apart, mul(s, r.constant("invH")), greater(mul(s, softBias), r.constant("minusPush")))
		old := load(r.point(k, "impulse"))
		pressing := compare(greaterThan, old, zero())
		mass := choose(apart, r.constant("one"), choose(pressing, softPressed, load(softMass)))
		leak := unless(apart, softLeak)
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		leaking := old
		if r.points == 2 {
			leaking = add(mul(old, r.constant("own")), pooled)
		}
		j := add(mul(mul(mass, r.point(k, "mass")), add(vn, bias)), mul(leak, leaking))
		j = greater(sub(old, j), zero())
		store(j, r.point(k, "impulse"))
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), r.column("ia")))
		wb = add(wb, mul(mul(kb, j), r.column("ib")))
		sum = add(sum, j)
	}
	r.apply(a, b, sum, zero(), r.keep(wa), r.keep(wb))
}

// relax corrects the velocities without position correction, then applies friction.
func (r *row) relax() {
	r.slots = 0
	gap, ads, bds := r.gapOf()
	va := r.velocitiesOf("a")
	a, wa := r.save(va), va.w
	vb := r.velocitiesOf("b")
	b, wb := r.save(vb), vb.w
	vx, vy := sub(vb.vx, a.vx), sub(vb.vy, a.vy)
	nx, ny := load(r.column("nx")), load(r.column("ny"))
	un := add(mul(nx, vx), mul(ny, vy))
	slide := r.keep(sub(mul(ny, vx), mul(nx, vy)))
	mobility := add(load(r.column("ma")), r.column("mb"))
	sum, limit := zero(), zero()
	for k := range r.points {
		ka, kb := load(r.point(k, "ka")), load(r.point(k, "kb"))
		s := add(add(gap, sub(mul(kb, bds), mul(ka, ads))), r.point(k, "separation"))
		store(s, r.point(k, "now"))
		bias := mul(greater(s, zero()), r.constant("invH"))
		vn := add(un, sub(mul(kb, wb), mul(ka, wa)))
		old := load(r.point(k, "impulse"))
		j := greater(sub(old, mul(add(vn, bias), r.point(k, "mass"))), zero())
		store(j, r.point(k, "impulse"))
		store(add(j, r.point(k, "total")), r.point(k, "total"))
		limit = add(limit, j)
		j = sub(j, old)
		un = add(un, mul(mobility, j))
		wa = sub(wa, mul(mul(ka, j), r.column("ia")))
		wb = add(wb, mul(mul(kb, j), r.column("ib")))
		sum = add(sum, j)
	}
	ta, tb := load(r.column("ta")), load(r.column("tb"))
	signs := load(r.constant("signs"))
	limit = mul(limit, unless(signs, r.column("friction")))
	vt := add(sub(mul(tb, wb), mul(ta, wa)), slide)
	if r.beside != "" {
		vt = add(vt, r.next("speed"))
	}
	old := load(r.column("tangentImpulse"))
	j := sub(old, mul(vt, unless(signs, r.column("tangentMass"))))
	j = greater(lesser(j, limit), xor(limit, signs))
	store(j, r.column("tangentImpulse"))
	j = sub(j, old)
	wa = sub(wa, mul(mul(ta, j), r.column("ia")))
	wb = add(wb, mul(mul(tb, j), r.column("ib")))
	r.apply(a, b, sum, j, r.keep(wa), r.keep(wb))
}

// roll resists the relative spin.
func (r *row) roll() {
	r.slots = 0
	a, b := r.velocitiesOf("a"), r.velocitiesOf("b")
	limit := zero()
	for k := range r.points {
		limit = add(limit, r.point(k, "impulse"))
	}
	limit = mul(limit, r.next("rolling"))
	old := load(r.next("rollingImpulse"))
	j := sub(old, mul(sub(b.w, a.w), r.next("rollingMass")))
	j = greater(lesser(j, limit), xor(limit, r.constant("signs")))
	store(j, r.next("rollingImpulse"))
	r.turn(a, b, sub(j, old))
}

// warmRoll applies the kept rolling impulse.
func (r *row) warmRoll() {
	r.slots = 0
	a, b := r.velocitiesOf("a"), r.velocitiesOf("b")
	r.turn(a, b, load(r.next("rollingImpulse")))
}

// turn gives the bodies opposite spin.
func (r *row) turn(a, b velocities, j vec) {
	wa := sub(a.w, mul(j, r.column("ia")))
	wb := add(b.w, mul(j, r.column("ib")))
	olda, oldb := r.save(a), r.save(b)
	kept := r.keep(wb)
	r.give("a", load(olda.vx), load(olda.vy), wa, olda)
	r.give("b", load(oldb.vx), load(oldb.vy), load(kept), oldb)
}

// gapOf returns how far the bodies have parted along the normal, and the sines of
// their rotations, which the points need too.
func (r *row) gapOf() (gap vec, ads, bds operand.Mem) {
	a := r.movesOf("a")
	ads = r.keep(a.ds)
	b := r.movesOf("b")
	bds = r.keep(b.ds)
	move := add(mul(sub(b.dx, a.dx), r.column("nx")), mul(sub(b.dy, a.dy), r.column("ny")))
	one, none := load(r.constant("one")), zero()
	ta := choose(load(r.column("friction")), none, load(r.column("ta")))
	tb := choose(load(r.column("tangentMass")), none, load(r.column("tb")))
	return add(move, sub(mul(tb, sub(one, b.dc)), mul(ta, sub(one, a.dc)))), ads, bds
}

// apply gives the bodies impulses along normal and tangent, and new spins.
func (r *row) apply(a, b saved, normal, tangent vec, wa, wb operand.Mem) {
	nx, ny := load(r.column("nx")), load(r.column("ny"))
	jx := add(mul(nx, normal), mul(ny, tangent))
	jy := sub(mul(ny, normal), mul(nx, tangent))
	ma, mb := load(r.column("ma")), load(r.column("mb"))
	bvx := r.keep(add(load(b.vx), mul(mb, jx)))
	bvy := r.keep(add(load(b.vy), mul(mb, jy)))
	r.give("a", sub(load(a.vx), mul(ma, jx)), sub(load(a.vy), mul(ma, jy)), load(wa), a)
	r.give("b", load(bvx), load(bvy), load(wb), b)
}
