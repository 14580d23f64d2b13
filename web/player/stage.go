package player

import "github.com/carom2d/carom/geom"

// sendCamera tells a page where to look. A view without an extent means everything. The message
// comes before the name of a new world, so that its first picture is where it should be.
func (p *Player) sendCamera() {
	o := p.message("camera").numbers("view", p.run.View[:]...)
	if f := p.run.Follow; f.Valid() {
		id := uint64(f.ID())
		o.identity("follow", [2]uint32{uint32(id), uint32(id >> 32)})
	}
	if p.run.Point != nil {
		o.truth("points", true) // the scene takes the command point
	}
	p.send(o)
}

// doPoint tells the scene where the pointer is. Of scenes that take none it is no mistake.
func (p *Player) doPoint(c *command) error {
	at := geom.Vec2{X: c.X, Y: c.Y}
	if err := geom.CheckExtent("x, y", at); err != nil {
		return err
	}
	if p.run.Point != nil {
		p.run.Point(c.X, c.Y, c.Down)
	}
	return nil
}

// doKeys tells the scene which keys are held down. Of scenes that take none it is no mistake.
func (p *Player) doKeys(c *command) error {
	if p.run.Keys != nil {
		p.run.Keys(c.Keys)
	}
	return nil
}
