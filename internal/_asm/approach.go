package main

import "github.com/mmcloughlin/avo/operand"

// recordApproaches is recordApproachVelocities of restitution.go in package solver, but for the
// decision whether a contact bounces, for which it leaves the least velocity. The contacts come in
// the order of the table.
func (e *emitter) recordApproaches() {
	e.usedSlots = 0
	e.openContacts(prefetched{"pairs", "ContactPair"})
	e.loadBodies()
	c := e.solverContactOf("NormalX")
	store(c[0], e.column("nx"))
	store(c[1], e.column("ny"))
	count := e.spill(c[3])
	va := e.velocitiesOf("a")
	aw, avx, avy := e.spill(va.w), e.spill(va.vx), e.spill(va.vy)
	vb := e.velocitiesOf("b")
	bw := e.spill(vb.w)
	un := e.spill(add(mul(sub(vb.vx, avx), e.column("nx")), mul(sub(vb.vy, avy), e.column("ny"))))
	store(zero(), e.column("speed"))
	for k, number := range []string{"int0", "int1"} {
		q := e.contactPointOf(k, "AX")
		ka := sub(mul(q[0], e.column("ny")), mul(q[1], e.column("nx")))
		kb := sub(mul(q[2], e.column("ny")), mul(q[3], e.column("nx")))
		v := add(sub(mul(kb, bw), mul(ka, aw)), un)
		used := greaterInt(load(count), e.constant(number))
		store(lesser(and(used, v), e.column("speed")), e.column("speed"))
		velocity, mask := e.spill(v), e.spill(used)

		old := e.contactPointOf(k, "TangentImpulse")
		used = load(mask)
		rows := transpose([4]vec{old[0], andNot(used, old[1]), blend(used, velocity, old[2]), old[3]})
		disp := e.contactPointOffset(k, "TangentImpulse")
		for lane, pair := range rows {
			asm.VMOVUPS(pair.AsX(), e.solverContact(lane, disp))
			upper := asm.YMM()
			asm.VEXTRACTF128(operand.Imm(1), pair, upper.AsX())
			asm.VMOVUPS(upper.AsX(), e.solverContact(lane+4, disp))
		}
		e.usedSlots -= 2
	}
	e.advanceContacts()
}
