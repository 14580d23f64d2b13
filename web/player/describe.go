package player

import (
	"github.com/carom2d/carom/world"
	"github.com/carom2d/carom/world/view"
)

func (p *Player) doBody(c *command) error {
	b, err := p.body(c)
	if err != nil {
		return err
	}
	p.describe(b)
	return nil
}

// describe sends everything about a body.
func (p *Player) describe(b world.Body) {
	d := view.Describe(p.run.World, b)
	p.sendDescription(&d)
}

func (p *Player) doFollow(c *command) error {
	p.followed = world.Body{}
	if c.Body == nil {
		return nil
	}
	b, err := p.body(c)
	if err != nil {
		return err
	}
	p.followed = b
	p.tellFollowed(true)
	return nil
}

// tellFollowed describes the body that the page follows, at most ten times a second.
func (p *Player) tellFollowed(now bool) {
	if p.followed == (world.Body{}) || !now && p.sinceTold < follows {
		return
	}
	p.sinceTold = 0
	p.describe(p.followed)
	if !p.followed.Valid() {
		p.followed = world.Body{}
	}
}

func (p *Player) doSet(c *command) error {
	b, err := p.body(c)
	if err != nil {
		return err
	}
	if err := view.Set(b, c.Field, c.Value); err != nil {
		return err
	}
	if p.paused {
		p.sendFrame()
	}
	p.tellFollowed(true)
	return nil
}
