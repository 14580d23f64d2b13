package player

import (
	"fmt"
	"math"
	"strconv"

	"github.com/carom2d/carom/world/view"
	"github.com/valyala/fastjson"
)

// readCommand reads a command, a JSON object. Package encoding/json would need the types of the
// program at run time, which are a tenth of the page's download.
func (p *Player) readCommand(text []byte) (*command, error) {
	v, err := p.parser.ParseBytes(text)
	if err != nil {
		return nil, err
	}
	if v.Type() != fastjson.TypeObject {
		return nil, fmt.Errorf("want an object, not a %s", v.Type())
	}
	f := fields{of: v}
	c := &command{text: text, Do: f.text("do"), Field: f.text("field"), Scene: f.text("scene")}
	if id := v.Get("id"); id != nil {
		c.ID = id.MarshalTo(nil)
	}
	c.X, c.Y = f.number("x"), f.number("y")
	c.Speed, c.Value = f.number("speed"), f.number("value")
	c.Ticks = int(f.whole("ticks", math.MinInt32, math.MaxInt32))
	c.Tick = uint64(f.whole("tick", 0, 1<<53))
	c.Layers = view.Layers(f.whole("layers", 0, math.MaxUint32))
	c.Keys = uint8(f.whole("keys", 0, math.MaxUint8))
	c.Down = f.truth("down")
	c.Body = f.body()
	c.Settings = f.settings()
	c.Document = f.document()
	return c, f.err
}

// fields reads the values of an object. A missing value or null is zero. The first value of a wrong
// type is the error.
type fields struct {
	of  *fastjson.Value
	err error
}

// get returns the value of a name if it has the type, and nil otherwise.
func (f *fields) get(name string, want fastjson.Type) *fastjson.Value {
	v := f.of.Get(name)
	if v == nil || v.Type() == fastjson.TypeNull {
		return nil
	}
	if v.Type() != want {
		f.fail(name, v, "is not a "+want.String())
		return nil
	}
	return v
}

func (f *fields) fail(name string, v *fastjson.Value, sentence string) {
	if f.err == nil {
		f.err = fmt.Errorf("%s: %s %s", name, v, sentence)
	}
}

func (f *fields) text(name string) string {
	if v := f.get(name, fastjson.TypeString); v != nil {
		return string(v.GetStringBytes())
	}
	return ""
}

func (f *fields) number(name string) float64 {
	v := f.get(name, fastjson.TypeNumber)
	if v == nil {
		return 0
	}
	x, err := strconv.ParseFloat(v.String(), 64) // the library does not always round to the nearest
	if err != nil {
		f.fail(name, v, "is not a finite number")
		return 0
	}
	return x
}

// whole reads a whole number between two bounds.
func (f *fields) whole(name string, least, most float64) float64 {
	x := f.number(name)
	if x != math.Trunc(x) || x < least || x > most {
		f.fail(name, f.of.Get(name), fmt.Sprintf("is not a whole number from %.0f to %.0f", least, most))
		return 0
	}
	return x
}

func (f *fields) truth(name string) bool {
	v := f.of.Get(name)
	if v == nil || v.Type() == fastjson.TypeNull {
		return false
	}
	on, err := v.Bool()
	if err != nil {
		f.fail(name, v, "is neither true nor false")
	}
	return on
}

// body reads the slot and the generation of a body.
func (f *fields) body() *[2]uint32 {
	v := f.get("body", fastjson.TypeArray)
	if v == nil {
		return nil
	}
	var id [2]uint32
	items := v.GetArray()
	for i := range id {
		x := -1.0
		if len(items) == len(id) {
			x = items[i].GetFloat64()
		}
		if !(x >= 0 && x <= math.MaxUint32 && x == math.Trunc(x)) || items[i].Type() != fastjson.TypeNumber {
			f.fail("body", v, "is not a slot and a generation")
			return nil
		}
		id[i] = uint32(x)
	}
	return &id
}

func (f *fields) settings() map[string]float64 {
	v := f.get("settings", fastjson.TypeObject)
	if v == nil {
		return nil
	}
	settings := map[string]float64{}
	each := fields{of: v}
	v.GetObject().Visit(func(key []byte, _ *fastjson.Value) {
		settings[string(key)] = each.number(string(key))
	})
	if each.err != nil && f.err == nil {
		f.err = fmt.Errorf("settings: %w", each.err)
	}
	return settings
}

// document reads a document, which is an object, or a text that holds one.
func (f *fields) document() []byte {
	v := f.of.Get("document")
	switch {
	case v == nil || v.Type() == fastjson.TypeNull:
		return nil
	case v.Type() == fastjson.TypeString:
		return append([]byte{}, v.GetStringBytes()...)
	}
	return v.MarshalTo(nil)
}
