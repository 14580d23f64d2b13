package player

import "github.com/carom2d/carom/geom"

// sendCamera sends the camera of a scene to the page. A view without an extent means everything.
// The message comes before the name of a new world, so that the first picture is in the right
// place.
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

// doPoint passes the pointer to the scene. Scenes that take no pointer ignore it without an error.
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

// doKeys passes the held keys to the scene. Scenes that take no keys ignore them without an error.
func (p *Player) doKeys(c *command) error {
	if p.run.Keys != nil {
		p.run.Keys(c.Keys)
	}
	return nil
}
