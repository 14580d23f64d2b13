package continuous

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
)

// The motion of a body after a hit, for the rest of the tick.
//
// The body goes on along the surface and is carried along by a moving obstacle. After a first hit
// on an obstacle at rest it also goes on rotating. After the next hit it only slides. After that it
// is only carried along. After the last hit it stays in place.
//
// The body goes on only as long as it stays in range of the contacts of the next tick and these
// contacts push where it was hit. Otherwise it would slip past a corner or a circle, and the
// contacts would push it elsewhere or not at all. If the body touched the obstacle when the tick
// began, their contact has had its chance, and the body goes on around an edge: see edge.go.

// motionAfterHit returns the motion of a body after a hit, which answerStop may have answered.
func (q *ccdQuery) motionAfterHit(row state.BodyRow, motion *motionSegment, hit *ccdHit, slides int, answered bool) motionSegment {
	s := q.s
	hitPose := motion.at(hit.time)
	carriedPose, normal, remaining := hitPose, hit.normal, motionSegment{Segment: Segment{From: hit.time, To: 1}}
	if from, to := hit.obstacleMotion.at(hit.time), hit.obstacleMotion.Sweep.End; from != to {
		carriedPose = to.Mul(from.InverseMul(hitPose))
		normal = to.R.Apply(from.R.ApplyInverse(normal))
		remaining.carried = carriedPair{uint32(hit.moving) + 1, hit.collider + 1}
	}
	slide := narrowphase.Sweep{Start: carriedPose, End: slideEnd(carriedPose, motion, normal, 0, slides)}
	if remaining.carried != (carriedPair{}) {
		slide.End.R = carriedPose.R // without its own rotation a slide along the surface meets nothing
	}
	end, obstacleEnd := slide.End, hit.obstacleMotion.Sweep.End
	if slides <= maxSlides && slide.End != slide.Start && !hit.coreOnly {
		near, cos := s.inContactRange(state.ColliderSlot(hit.collider), hit.moving, normal, obstacleEnd, slide.End)
		sameNormal := cos >= sameNormalCos
		atRest := remaining.carried == (carriedPair{})
		if !sameNormal && atRest && slides < maxSlides && (answered || s.wasTouched(row, hit.collider)) {
			return s.motionAround(row, motion, hit)
		}
		if (!near || !sameNormal) && !(hit.lies && q.takenOver(hit, slide.End)) {
			still := narrowphase.StaticSweep(obstacleEnd)
			end = slide.At(s.contactRangeFraction(hit, normal, &still, &slide))
		}
	}
	if slides > maxSlides {
		end = hitPose
	}
	remaining.Sweep = narrowphase.Sweep{Start: hitPose, End: end}
	return remaining
}

// motionsAfterHit returns the motions of two bullets that hit each other. Neither is carried along.
// Both lose the part of their motion that leads into the other. A bullet that catches up with a
// slower bullet keeps the slower bullet's speed. So they are still together when the contacts of
// the next tick are found.
func (s *Stage) motionsAfterHit(a, b *bulletSweep, hit *ccdHit) (motionA, motionB motionSegment) {
	poseA, poseB := a.motion.at(hit.time), b.motion.at(hit.time)
	remainingA, remainingB := a.motion.Sweep.End.P.Sub(poseA.P).Dot(hit.normal), b.motion.Sweep.End.P.Sub(poseB.P).Dot(hit.normal)
	slideA := narrowphase.Sweep{Start: poseA, End: slideEnd(poseA, &a.motion, hit.normal, min(0, remainingB), a.slides)}
	slideB := narrowphase.Sweep{Start: poseB, End: slideEnd(poseB, &b.motion, hit.normal.Neg(), min(0, -remainingA), b.slides)}
	if near, cos := s.inContactRange(state.ColliderSlot(hit.collider), hit.moving, hit.normal, slideB.End, slideA.End); !near || cos < sameNormalCos {
		fraction := s.contactRangeFraction(hit, hit.normal, &slideB, &slideA)
		slideA.End, slideB.End = slideA.At(fraction), slideB.At(fraction)
	}
	return motionSegment{Segment: Segment{hit.time, 1, slideA}}, motionSegment{Segment: Segment{hit.time, 1, slideB}}
}

// slideEnd returns the end pose of a body that goes on from the given pose. The part of its motion
// along the normal is raised to minApproach, in metres for the rest of the tick. MinApproach is
// zero, or negative: against the normal.
func slideEnd(from geom.Transform, motion *motionSegment, normal geom.Vec2, minApproach float64, slides int) geom.Transform {
	if slides >= maxSlides {
		return from
	}
	remaining := motion.Sweep.End.P.Sub(from.P)
	if approach := remaining.Dot(normal); approach < minApproach {
		remaining = remaining.MulAdd(minApproach-approach, normal)
	}
	end := geom.Transform{P: from.P.Add(remaining), R: from.R}
	if slides == 0 {
		end.R = motion.Sweep.End.R
	}
	return end
}

// sameNormalCos is the cosine of the largest angle between two normals that count as the same: a
// degree.
const sameNormalCos = 0.99985

// inContactRange reports whether a pair that ends in the given poses is in range of the contacts of
// the next tick, with a slop to spare, and returns the cosine of the turn of its normal.
func (s *Stage) inContactRange(other, self state.ColliderSlot, normal geom.Vec2, obstacle, moving geom.Transform) (near bool, cos float64) {
	d, tolerance := s.distance(other, self, obstacle, moving), &s.p.Tolerance
	return d.Distance <= tolerance.Speculative-tolerance.Slop, d.Normal.Dot(normal)
}

// takenOver reports whether a body that is no bullet ends in the range of the contacts of another
// collider, which faces about the same way as the obstacle.
func (q *ccdQuery) takenOver(hit *ccdHit, end geom.Transform) bool {
	p := q.p
	if q.bullet {
		return false // its candidates are unknown
	}
	for _, c := range q.candidates {
		other := state.ColliderSlot(c)
		if !q.s.canBlock(q.self, hit.moving, other, false) {
			continue
		}
		pose := p.Bodies.Pose[p.Bodies.Rows[p.Shapes.Link[other].Owner]]
		if near, cos := q.s.inContactRange(other, hit.moving, hit.normal, pose, end); near && cos >= sameFacingCos {
			return true
		}
	}
	return false
}

// contactRangeFraction returns the largest fraction of two sweeps, which start at the hit, that
// keeps the pair in range of its contacts. It is a multiple of 1/64.
func (s *Stage) contactRangeFraction(hit *ccdHit, normal geom.Vec2, obstacle, moving *narrowphase.Sweep) float64 {
	fraction, step := 0.0, 0.5
	for range 6 {
		at := fraction + step
		if near, cos := s.inContactRange(state.ColliderSlot(hit.collider), hit.moving, normal, obstacle.At(at), moving.At(at)); near && cos >= sameNormalCos {
			fraction += step
		}
		step *= 0.5
	}
	return fraction
}

// gravityPerTick returns the change of velocity by the gravity of a body in a tick, m/s, before the
// body's gravity scale. It is not inlined: only fast bodies need it.
//
//go:noinline
func (s *Stage) gravityPerTick(row state.BodyRow) geom.Vec2 {
	if s.p.Bodies.Motion[row].StepFlags&state.StepFlagOwnGravity == 0 {
		return s.GravityPerTick
	}
	g := s.p.Bodies.OwnGravityAt(row)
	return geom.Vec2{X: float64(g.X), Y: float64(g.Y)}.Mul(s.p.Timestep)
}

// removeGravityAfterHit removes the velocity along the normal that gravity gave a body after the
// hit. The body has not fallen since then, and with that velocity it would bounce higher than its
// starting height. It returns the part of gravity that still acts.
func (s *Stage) removeGravityAfterHit(row state.BodyRow, hit *ccdHit, gravity geom.Vec2) geom.Vec2 {
	alongNormal := gravity.Dot(hit.normal)
	if alongNormal >= 0 {
		return gravity
	}
	v := &s.p.Bodies.State[row]
	n := hit.normal
	gained := float64(alongNormal * float64((1-hit.time)*float64(s.p.Bodies.Dynamics[row].GravityScale)))
	speed := float64(n.X*float64(v.VX)) + float64(n.Y*float64(v.VY))
	if correction := max(gained, min(speed, 0)); correction < 0 {
		v.SetVelocity(v.VX-float32(correction*n.X), v.VY-float32(correction*n.Y), v.W)
	}
	return gravity.MulSub(alongNormal, n)
}
