package main

import "github.com/mmcloughlin/avo/operand"

// The functions of arcs.go in package solver.

// followArcs brings the separations up to date, and the arms of arcs.
func (e *emitter) followArcs() {
	e.usedSlots = 0
	x := e.companionColumn
	a := e.deltasOf("a")
	adx, ady, adc, ads := e.spill(a.dx), e.spill(a.dy), e.spill(a.dc), e.spill(a.ds)
	b := e.deltasOf("b")
	bdc, bds := e.spill(b.dc), e.spill(b.ds)
	linear := add(mul(sub(b.dx, adx), e.column("nx")), mul(sub(b.dy, ady), e.column("ny")))
	one := load(e.constant("one"))
	angular := sub(mul(sub(one, bdc), x("tb")), mul(sub(one, adc), x("ta")))
	turned := sub(mul(load(bds), x("kb")), mul(load(ads), x("ka")))
	store(add(add(add(linear, angular), turned), e.point(0, "separation")), e.point(0, "currentSeparation"))

	ka, ta := e.followSide("a", x("radiusA"), x("correctionA"), adc, ads)
	kb, tb := e.followSide("b", x("radiusB"), x("correctionB"), bdc, bds)
	mobility := e.spill(add(load(e.column("ma")), e.column("mb")))
	zeros := zero()
	straight := e.spill(and(compare(equalTo, load(x("radiusA")), zeros), compare(equalTo, load(x("radiusB")), zeros)))
	mass := e.inverse(e.mobility(mobility, load(ka), load(kb)))
	store(blend(load(straight), e.point(0, "mass"), mass), e.point(0, "mass"))
	mass = e.inverse(e.mobility(mobility, load(ta), load(tb)))
	store(blend(load(straight), e.column("tangentMass"), mass), e.column("tangentMass"))
}

// followSide brings the arms of the arcs of one side up to date and notes the correction.
func (e *emitter) followSide(side string, radius, correction operand.Mem, dc, ds op) (ka, ta operand.Mem) {
	startK, startT := load(e.companionColumn("k"+side)), load(e.companionColumn("t"+side))
	ka, ta = e.point(0, "k"+side), e.column("t"+side)
	straight := compare(equalTo, load(radius), zero())
	k := add(mul(startK, dc), mul(startT, ds))
	t := sub(sub(mul(startT, dc), mul(startK, ds)), radius)
	k, t = blend(straight, ka, k), blend(straight, ta, t)
	dk, dt := sub(k, ka), sub(t, ta)
	if side == "b" {
		dk, dt = sub(load(ka), k), sub(load(ta), t)
	}
	store(k, ka)
	store(t, ta)
	j := add(mul(dk, e.point(0, "impulse")), mul(dt, e.column("tangentImpulse")))
	store(xor(mul(j, e.column("i"+side)), e.constant("signs")), correction)
	return ka, ta
}

// correctArcs applies the corrections to the impulses that the bodies have repeated.
func (e *emitter) correctArcs() {
	e.usedSlots = 0
	for _, side := range []struct{ list, correction string }{{"a", "correctionA"}, {"b", "correctionB"}} {
		v := e.velocitiesOf(side.list)
		old := e.save(v)
		w := add(v.w, e.companionColumn(side.correction))
		e.scatterVelocities(side.list, load(old.vx), load(old.vy), w, old)
	}
}
