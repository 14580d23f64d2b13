package solver

import (
	"math"

	"github.com/carom2d/carom/internal/simd"
	"github.com/carom2d/carom/internal/step"
	"github.com/carom2d/carom/solver/direct"
	"github.com/carom2d/carom/solver/schedule"
)

// clusterColor stands for the clusters where a colour is expected. They come before the colours,
// which then correct the contacts that the clusters disturb.
const clusterColor = -2

// correctionOf returns the coefficients of clusters that follow from the coefficients of the
// colours.
func correctionOf(c *coefficients, p *step.Params) direct.Correction {
	gx, gy := float64(p.GravityX), float64(p.GravityY)
	g := max(math.Sqrt(float64(gx*gx)+float64(gy*gy)), float64(p.MaxOwnGravity))
	return direct.Correction{
		InvH: float64(c.invH), Gravity: float64(float64(p.H) * g), PushSpeed: float64(c.pushSpeed),
		Dynamic: float64(c.dynamic.Bias), Static: float64(c.static.Bias), SlipRate: float64(c.slipRate), MinSlip: 1.0 / slipSubSteps,
		Slop: float64(p.LinearSlop),
	}
}

// gatherClusters lists the clusters of an island batch.
func (b *batch) gatherClusters(group int) {
	b.clusters = b.clusters[:0]
	order := b.solver.order
	for i := order.FirstCluster(group); i >= 0; i = order.NextCluster(i) {
		b.clusters = append(b.clusters, i)
	}
}

// firstColorRange returns the index of the first range of a batch that is not of articulations.
func (b *batch) firstColorRange() int { return min(b.articulations, 1) }

// prepareCluster prepares a cluster.
func (b *batch) prepareCluster(i int32) {
	in := &b.solver.in
	b.solver.clusters.set.Prepare(int(i), in.Bodies, in.Joints, in.Contacts, float64(in.Params.DT), in.Params.SubSteps)
}

// runCluster runs one pass over a cluster.
func (b *batch) runCluster(pass step.Pass, i int32) {
	simd.Flush()
	s := b.solver
	set, states := &s.clusters.set, s.in.Bodies.State
	switch pass {
	case step.WarmStart:
		set.WarmStart(states, int(i))
		if set.Bonds(int(i)) > 0 {
			b.joints.takeBackBlow(pass, set, int(i), s)
		}
	case step.Solve, step.Relax:
		bonds := set.Bonds(int(i)) > 0
		if bonds {
			if pass == step.Solve {
				b.joints.takeBackBlow(pass, set, int(i), s)
			}
			b.joints.setBonds(pass, set, int(i), s.articulationPlace)
		}
		if pass == step.Solve {
			set.Solve(states, int(i), &s.correction)
		} else {
			set.Relax(states, int(i), &s.correction)
		}
		if bonds {
			b.joints.takeBonds(pass, set, int(i), s.articulationPlace)
		}
	default:
		set.Store(int(i), s.in.Bodies, s.in.Contacts, &s.correction)
		s.recordClusterLoads(int(i))
	}
}

var _ schedule.Members = (*direct.Set)(nil)
