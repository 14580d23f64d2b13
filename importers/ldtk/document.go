package ldtk

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// list is a JSON list of objects. A list of anything else would make large elements of few bytes.
type list[T any] []T

// UnmarshalJSON reads the objects one by one.
func (l *list[T]) UnmarshalJSON(data []byte) error {
	*l = nil
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("%w: a list is missing", ErrFormat)
	}
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		if raw[0] != '{' {
			return fmt.Errorf("%w: a list holds %.20s where objects belong", ErrFormat, raw)
		}
		if len(*l) == maxList {
			return fmt.Errorf("%w: a list of more than %d objects", ErrTooLarge, maxList)
		}
		*l = append(*l, *new(T))
		if err := json.Unmarshal(raw, &(*l)[len(*l)-1]); err != nil {
			return within(&(*l)[len(*l)-1], len(*l), err)
		}
	}
	return nil
}

// The parts of a project that concern bodies.
type (
	projectObject struct {
		Version     string            `json:"jsonVersion"`
		WorldLayout string            `json:"worldLayout"`
		Defs        defsObject        `json:"defs"`
		Levels      list[levelObject] `json:"levels"`
		Worlds      list[worldObject] `json:"worlds"`
	}

	worldObject struct {
		Identifier  string            `json:"identifier"`
		WorldLayout string            `json:"worldLayout"`
		Levels      list[levelObject] `json:"levels"`
	}

	defsObject struct {
		Layers list[layerDefinition] `json:"layers"`
	}

	layerDefinition struct {
		Identifier string            `json:"identifier"`
		UID        int               `json:"uid"`
		ParallaxX  float64           `json:"parallaxFactorX"`
		ParallaxY  float64           `json:"parallaxFactorY"`
		Values     list[valueObject] `json:"intGridValues"`
	}

	valueObject struct {
		Value      int    `json:"value"`
		Identifier string `json:"identifier"`
	}

	levelObject struct {
		Identifier string            `json:"identifier"`
		WorldX     float64           `json:"worldX"`
		WorldY     float64           `json:"worldY"`
		Depth      int               `json:"worldDepth"`
		Width      float64           `json:"pxWid"`
		Height     float64           `json:"pxHei"`
		File       string            `json:"externalRelPath"`
		Layers     list[layerObject] `json:"layerInstances"`
	}

	layerObject struct {
		Identifier string             `json:"__identifier"`
		Type       string             `json:"__type"`
		Definition int                `json:"layerDefUid"`
		Width      int                `json:"__cWid"`
		Height     int                `json:"__cHei"`
		GridSize   float64            `json:"__gridSize"`
		OffsetX    float64            `json:"__pxTotalOffsetX"`
		OffsetY    float64            `json:"__pxTotalOffsetY"`
		Cells      []int32            `json:"intGridCsv"`
		Entities   list[entityObject] `json:"entityInstances"`
	}

	entityObject struct {
		Identifier string            `json:"__identifier"`
		IID        string            `json:"iid"`
		Pivot      [2]float64        `json:"__pivot"`
		Position   [2]float64        `json:"px"`
		Width      float64           `json:"width"`
		Height     float64           `json:"height"`
		Tags       []string          `json:"__tags"`
		Fields     list[fieldObject] `json:"fieldInstances"`
	}

	fieldObject struct {
		Identifier string          `json:"__identifier"`
		Type       string          `json:"__type"`
		Value      json.RawMessage `json:"__value"`
	}
)

// label names an entity for messages.
func (e *entityObject) label() string {
	if e.IID != "" {
		return e.Identifier + " " + e.IID
	}
	return e.Identifier
}
