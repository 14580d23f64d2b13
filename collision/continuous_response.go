package collision

import (
	"github.com/carom2d/carom/geom"
	"github.com/carom2d/carom/internal/state"
	"github.com/carom2d/carom/narrowphase"
	"github.com/carom2d/carom/shape"
)

// What a body does after it was stopped, for the rest of the tick. Its own motion
// goes on along the surface, with what it has met as far as that moves. A body
// stopped for the first time, by something at rest, turns on too; after the next it
// only slides, then it only goes along, and in the end it stays.
//
// It goes on no farther than it stays within reach of the contacts of the next
// tick, and as long as these would push where it was hit: otherwise it would slip
// past a corner or a ball, and never feel the blow or feel it from elsewhere.

// motionAfterHit returns the rest of a body's way when it was stopped.
func (p *Pipeline) motionAfterHit(motion *motionSegment, hit *ccdHit, slides int) motionSegment {
	hitPose := motion.at(hit.time)
	carriedPose, normal, remaining := hitPose, hit.normal, motionSegment{from: hit.time, to: 1}
	if from, to := hit.obstacleMotion.at(hit.time), hit.obstacleMotion.sweep.End; from != to {
		carriedPose = to.Mul(from.InverseMul(hitPose))
		normal = to.R.Apply(from.R.ApplyInverse(normal))
		remaining.carried = carriedPair{uint32(hit.moving) + 1, hit.collider + 1}
	}
	slide := narrowphase.Sweep{Start: carriedPose, End: slideEnd(carriedPose, motion, normal, 0, slides)}
	if remaining.carried != (carriedPair{}) {
		slide.End.R = carriedPose.R // without a turn of its own a slide across the normal meets nothing
	}
	end := slide.End
	if slides <= maxSlides && slide.End != slide.Start && !hit.coreOnly && !p.inContactRange(hit, normal, hit.obstacleMotion.sweep.End, slide.End) {
		still := narrowphase.StaticSweep(hit.obstacleMotion.sweep.End)
		end = slide.At(p.contactRangeFraction(hit, normal, &still, &slide))
	}
	if slides > maxSlides {
		end = hitPose
	}
	remaining.sweep = narrowphase.Sweep{Start: hitPose, End: end}
	return remaining
}

// motionsAfterHit is after for two bullets that met. Neither carries the other along;
// both lose what leads into the other, and who catches up with a slower one keeps
// its pace. So they are still together when the contacts of the next tick are
// found.
func (p *Pipeline) motionsAfterHit(a, b *bulletSweep, hit *ccdHit) (motionA, motionB motionSegment) {
	poseA, poseB := a.motion.at(hit.time), b.motion.at(hit.time)
	remainingA, remainingB := a.motion.sweep.End.P.Sub(poseA.P).Dot(hit.normal), b.motion.sweep.End.P.Sub(poseB.P).Dot(hit.normal)
	slideA := narrowphase.Sweep{Start: poseA, End: slideEnd(poseA, &a.motion, hit.normal, min(0, remainingB), a.slides)}
	slideB := narrowphase.Sweep{Start: poseB, End: slideEnd(poseB, &b.motion, hit.normal.Neg(), min(0, -remainingA), b.slides)}
	if !p.inContactRange(hit, hit.normal, slideB.End, slideA.End) {
		fraction := p.contactRangeFraction(hit, hit.normal, &slideB, &slideA)
		slideA.End, slideB.End = slideA.At(fraction), slideB.At(fraction)
	}
	return motionSegment{from: hit.time, to: 1, sweep: slideA}, motionSegment{from: hit.time, to: 1, sweep: slideB}
}

// along returns where a body ends that goes on from the given pose without what
// leads against the normal faster than pace, in metres for the rest of the tick.
func slideEnd(from geom.Transform, motion *motionSegment, normal geom.Vec2, minApproach float64, slides int) geom.Transform {
	if slides >= maxSlides {
		return from
	}
	remaining := motion.sweep.End.P.Sub(from.P)
	if approach := remaining.Dot(normal); approach < minApproach {
		remaining = remaining.MulAdd(minApproach-approach, normal)
	}
	end := geom.Transform{P: from.P.Add(remaining), R: from.R}
	if slides == 0 {
		end.R = motion.sweep.End.R
	}
	return end
}

// sameNormalCos is the cosine of the angle between two normals that are taken for one: a
// degree.
const sameNormalCos = 0.99985

// inContactRange reports whether a pair that met and ends in the given poses is within
// reach of the contacts, with a slop to spare, and has kept its normal.
func (p *Pipeline) inContactRange(hit *ccdHit, normal geom.Vec2, obstacle, moving geom.Transform) bool {
	pose := obstacle.InverseMul(moving)
	d := narrowphase.SignedDistance(p.Shapes.Convex(shape.Slot(hit.collider)), p.Shapes.Convex(hit.moving), &pose, nil)
	return d.Distance <= p.Tolerance.Speculative-p.Tolerance.Slop && obstacle.R.Apply(d.Normal).Dot(normal) >= sameNormalCos
}

// contactRangeFraction returns how much of two sweeps, which start where the pair met, leaves
// it within reach, to the 64th.
func (p *Pipeline) contactRangeFraction(hit *ccdHit, normal geom.Vec2, obstacle, moving *narrowphase.Sweep) float64 {
	fraction, step := 0.0, 0.5
	for range 6 {
		if p.inContactRange(hit, normal, obstacle.At(fraction+step), moving.At(fraction+step)) {
			fraction += step
		}
		step *= 0.5
	}
	return fraction
}

// removeGravityAfterHit takes back what gravity gave a body after it was stopped, along the normal
// of what stopped it: it has not fallen since, so it would bounce higher than it
// came from. It returns the part of the pull that still acts.
func (p *Pipeline) removeGravityAfterHit(row state.BodyRow, hit *ccdHit, gravity geom.Vec2) geom.Vec2 {
	alongNormal := gravity.Dot(hit.normal)
	if alongNormal >= 0 {
		return gravity
	}
	v := &p.Bodies.State[row]
	n := hit.normal
	gained := float64(alongNormal * float64((1-hit.time)*float64(p.Bodies.Dynamics[row].GravityScale)))
	speed := float64(n.X*float64(v.VX)) + float64(n.Y*float64(v.VY))
	if correction := max(gained, min(speed, 0)); correction < 0 {
		v.VX -= float32(correction * n.X)
		v.VY -= float32(correction * n.Y)
	}
	return gravity.MulSub(alongNormal, n)
}
