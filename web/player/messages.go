package player

import (
	"math"
	"sort"
	"strconv"

	"github.com/carom2d/carom/world/view"
	"github.com/go-gl/mathgl/mgl64"
	"github.com/valyala/fastjson"
)

// object is a JSON object that is being written.
type object struct {
	arena *fastjson.Arena
	value *fastjson.Value
}

// message begins a message of a type.
func (p *Player) message(kind string) object {
	p.arena.Reset()
	return newObject(&p.arena).text("type", kind)
}

func newObject(a *fastjson.Arena) object { return object{a, a.NewObject()} }

// send gives the page a message.
func (p *Player) send(o object) { p.config.Text(o.value.MarshalTo(nil)) }

func (o object) set(name string, v *fastjson.Value) object {
	o.value.Set(name, v)
	return o
}

func (o object) text(name, s string) object { return o.set(name, o.arena.NewString(s)) }

func (o object) number(name string, x float64) object { return o.set(name, numberValue(o.arena, x)) }

func (o object) truth(name string, on bool) object {
	if on {
		return o.set(name, o.arena.NewTrue())
	}
	return o.set(name, o.arena.NewFalse())
}

func (o object) numbers(name string, list ...float64) object {
	return o.set(name, numbersValue(o.arena, list))
}

func (o object) vector(name string, v mgl64.Vec2) object { return o.numbers(name, v[:]...) }

// identity writes the slot and the generation of something.
func (o object) identity(name string, id [2]uint32) object {
	return o.numbers(name, float64(id[0]), float64(id[1]))
}

// numberValue writes a number that the page reads back with the same bits. JSON has no numbers that
// are not finite.
func numberValue(a *fastjson.Arena, x float64) *fastjson.Value {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return a.NewNull()
	}
	return a.NewNumberString(strconv.FormatFloat(x, 'g', -1, 64))
}

func vectorValue(a *fastjson.Arena, v mgl64.Vec2) *fastjson.Value { return numbersValue(a, v[:]) }

func numbersValue(a *fastjson.Arena, list []float64) *fastjson.Value {
	return array(a, len(list), func(i int) *fastjson.Value { return numberValue(a, list[i]) })
}

// array returns an array of n values. One function for all types: a copy for each would be 2 kB.
func array(a *fastjson.Arena, n int, value func(i int) *fastjson.Value) *fastjson.Value {
	out := a.NewArray()
	for i := range n {
		out.SetArrayItem(i, value(i))
	}
	return out
}

// sendReply answers a command, whose ID may be missing.
func (p *Player) sendReply(c *command, err error) {
	o := p.message("reply")
	if c != nil && c.ID != nil {
		o.set("id", o.arena.NewNumberString(string(c.ID))) // any value, as it came
	}
	o.truth("ok", err == nil)
	if err != nil {
		o.text("error", err.Error())
	}
	p.send(o)
}

// sendDescription writes the fields of a view.Description.
func (p *Player) sendDescription(d *view.Description) {
	o := p.message(d.Type)
	o.identity("body", d.Body).truth("missing", d.Missing).text("name", d.Name).text("kind", d.Kind)
	o.truth("awake", d.Awake).text("why", d.Why)
	o.vector("position", d.Position).number("angle", d.Angle).vector("velocity", d.Velocity).number("spin", d.Spin)
	o.number("mass", d.Mass).number("inertia", d.Inertia).vector("center", d.Center).number("energy", d.Energy)
	o.set("island", newObject(o.arena).number("bodies", float64(d.Island.Bodies)).value)
	settings := newObject(o.arena)
	names := make(sort.StringSlice, 0, len(d.Settings))
	for name := range d.Settings {
		names = append(names, name)
	}
	names.Sort()
	for _, name := range names {
		settings.number(name, d.Settings[name])
	}
	o.set("settings", settings.value)
	o.set("colliders", array(o.arena, len(d.Colliders), func(i int) *fastjson.Value { return colliderValue(o.arena, d.Colliders[i]) }))
	o.set("contacts", array(o.arena, len(d.Contacts), func(i int) *fastjson.Value { return contactValue(o.arena, d.Contacts[i]) }))
	o.set("joints", array(o.arena, len(d.Joints), func(i int) *fastjson.Value { return jointValue(o.arena, d.Joints[i]) }))
	p.send(o)
}

func colliderValue(a *fastjson.Arena, d view.ColliderDetail) *fastjson.Value {
	o := newObject(a).identity("id", d.ID).text("shape", d.Shape).number("friction", d.Friction)
	return o.number("restitution", d.Restitution).number("density", d.Density).number("mass", d.Mass).truth("sensor", d.Sensor).value
}

func contactValue(a *fastjson.Arena, d view.ContactDetail) *fastjson.Value {
	points := array(a, len(d.Points), func(i int) *fastjson.Value { return vectorValue(a, d.Points[i]) })
	o := newObject(a).identity("body", d.Body).text("name", d.Name).set("points", points)
	return o.vector("normal", d.Normal).vector("impulse", d.Impulse).number("separation", d.Separation).number("friction", d.Friction).value
}

func jointValue(a *fastjson.Arena, d view.JointDetail) *fastjson.Value {
	o := newObject(a).identity("id", d.ID).text("kind", d.Kind).identity("body", d.Body).text("name", d.Name)
	return o.vector("force", d.Force).number("torque", d.Torque).value
}
