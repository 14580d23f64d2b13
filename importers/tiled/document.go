package tiled

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"strconv"
)

// The elements of the files that concern bodies. The attributes of objects are texts here, because
// an object from a template leaves out the attributes that it shares with the template.
type (
	mapElement struct {
		XMLName     xml.Name         `xml:"map"`
		Orientation string           `xml:"orientation,attr"`
		Width       number[int]      `xml:"width,attr"`
		Height      number[int]      `xml:"height,attr"`
		TileWidth   number[int]      `xml:"tilewidth,attr"`
		TileHeight  number[int]      `xml:"tileheight,attr"`
		Infinite    number[int]      `xml:"infinite,attr"`
		Properties  []property       `xml:"properties>property"`
		Tilesets    []tilesetElement `xml:"tileset"`
		layers
	}

	// layers keeps the order of layers of different kinds.
	layers struct {
		Layers []layerElement `xml:",any"`
	}

	layerElement struct {
		XMLName    xml.Name
		ID         string          `xml:"id,attr"`
		Name       string          `xml:"name,attr"`
		OffsetX    number[float64] `xml:"offsetx,attr"`
		OffsetY    number[float64] `xml:"offsety,attr"`
		ParallaxX  string          `xml:"parallaxx,attr"`
		ParallaxY  string          `xml:"parallaxy,attr"`
		Width      number[int]     `xml:"width,attr"`
		Height     number[int]     `xml:"height,attr"`
		Properties []property      `xml:"properties>property"`
		Data       *dataElement    `xml:"data"`
		Objects    []objectElement `xml:"object"`
		layers                     // of a group
	}

	dataElement struct {
		Encoding    string         `xml:"encoding,attr"`
		Compression string         `xml:"compression,attr"`
		Text        string         `xml:",chardata"`
		Tiles       []tileRef      `xml:"tile"`
		Chunks      []chunkElement `xml:"chunk"`
	}

	chunkElement struct {
		X      number[int] `xml:"x,attr"`
		Y      number[int] `xml:"y,attr"`
		Width  number[int] `xml:"width,attr"`
		Height number[int] `xml:"height,attr"`
		Text   string      `xml:",chardata"`
		Tiles  []tileRef   `xml:"tile"`
	}

	tileRef struct {
		GID number[uint32] `xml:"gid,attr"`
	}

	tilesetElement struct {
		XMLName    xml.Name       `xml:"tileset"`
		FirstGID   number[uint32] `xml:"firstgid,attr"`
		Source     string         `xml:"source,attr"`
		Name       string         `xml:"name,attr"`
		TileWidth  number[int]    `xml:"tilewidth,attr"`
		TileHeight number[int]    `xml:"tileheight,attr"`
		Alignment  string         `xml:"objectalignment,attr"`
		RenderSize string         `xml:"tilerendersize,attr"`
		FillMode   string         `xml:"fillmode,attr"`
		Offset     *struct{}      `xml:"tileoffset"`
		Properties []property     `xml:"properties>property"`
		Tiles      []tileElement  `xml:"tile"`
	}

	tileElement struct {
		ID         number[uint32]  `xml:"id,attr"`
		Type       string          `xml:"type,attr"`
		Class      string          `xml:"class,attr"`
		Width      number[int]     `xml:"width,attr"` // of its part of a picture of its own
		Height     number[int]     `xml:"height,attr"`
		Image      imageElement    `xml:"image"`
		Properties []property      `xml:"properties>property"`
		Objects    []objectElement `xml:"objectgroup>object"`
	}

	// imageElement is the picture of a tile in a collection of images.
	imageElement struct {
		Width  number[int] `xml:"width,attr"`
		Height number[int] `xml:"height,attr"`
	}

	templateElement struct {
		XMLName  xml.Name         `xml:"template"`
		Tilesets []tilesetElement `xml:"tileset"`
		Object   *objectElement   `xml:"object"`
	}

	objectElement struct {
		Attrs      []xml.Attr   `xml:",any,attr"`
		Properties []property   `xml:"properties>property"`
		Ellipse    *struct{}    `xml:"ellipse"`
		Capsule    *struct{}    `xml:"capsule"`
		Point      *struct{}    `xml:"point"`
		Text       *struct{}    `xml:"text"`
		Polygon    *pointsValue `xml:"polygon"`
		Polyline   *pointsValue `xml:"polyline"`
	}

	pointsValue struct {
		Points string `xml:"points,attr"`
	}

	property struct {
		Name  string `xml:"name,attr"`
		Type  string `xml:"type,attr"`
		Value string `xml:"value,attr"`
		Text  string `xml:",chardata"`
	}
)

// attr returns an attribute of an object, or nothing.
func (o *objectElement) attr(name string) string {
	for _, a := range o.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// label names an object for messages: its name, or its number.
func (o *objectElement) label() string {
	if name := o.attr("name"); name != "" {
		return name
	}
	return "#" + o.attr("id")
}

// label names a tileset for messages. A tileset in a file of its own has its name there.
func (e *tilesetElement) label() string {
	switch {
	case e.Name != "":
		return e.Name
	case e.Source != "":
		return e.Source
	}
	return fmt.Sprintf("#%d", e.FirstGID.value)
}

func (l *layerElement) label() string { return cmp.Or(l.Name, "#"+l.ID) }

// number returns an attribute that is a number, 0 where it is missing.
func (o *objectElement) number(name string) (float64, error) {
	text := o.attr(name)
	if text == "" {
		return 0, nil
	}
	return strconv.ParseFloat(text, 64)
}

// over returns an object of a map whose missing attributes, properties and shape come from a
// template. The editor writes the shape of such an object only where it differs from the
// template's.
func (o objectElement) over(template *objectElement) objectElement {
	for _, a := range template.Attrs {
		if o.attr(a.Name.Local) == "" && a.Name.Local != "id" {
			o.Attrs = append(o.Attrs, a)
		}
	}
	own := o.Properties
	for _, p := range template.Properties {
		if _, ok := find(own, p.Name); !ok {
			o.Properties = append(o.Properties, p)
		}
	}
	if o.Ellipse == nil && o.Capsule == nil && o.Point == nil && o.Text == nil && o.Polygon == nil && o.Polyline == nil {
		o.Ellipse, o.Capsule, o.Point, o.Text = template.Ellipse, template.Capsule, template.Point, template.Text
		o.Polygon, o.Polyline = template.Polygon, template.Polyline
	}
	return o
}

func find(list []property, name string) (property, bool) {
	for _, p := range list {
		if p.Name == name {
			return p, true
		}
	}
	return property{}, false
}
