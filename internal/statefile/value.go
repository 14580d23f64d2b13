package statefile

import (
	"sync"

	"github.com/fxamacker/cbor/v2"
)

// The modes are made at the first use: a program that writes no files does not link what a variable would hold.
var modes struct {
	once     sync.Once
	encoding cbor.EncMode
	decoding cbor.DecMode
}

func makeModes() {
	var err, err2 error
	modes.encoding, err = cbor.EncOptions{
		Sort: cbor.SortBytewiseLexical, NaNConvert: cbor.NaNConvertNone, InfConvert: cbor.InfConvertNone,
	}.EncMode()
	modes.decoding, err2 = cbor.DecOptions{
		DupMapKey: cbor.DupMapKeyEnforcedAPF, MaxNestedLevels: 64, MaxMapPairs: 4096, MaxArrayElements: 1 << 16,
		IndefLength: cbor.IndefLengthForbidden,
	}.DecMode()
	if err != nil || err2 != nil {
		panic("statefile: an option of CBOR is refused")
	}
}

// encoding writes the same bytes for equal values.
func encoding() cbor.EncMode {
	modes.once.Do(makeModes)
	return modes.encoding
}

// decoding bounds what a file may declare.
func decoding() cbor.DecMode {
	modes.once.Do(makeModes)
	return modes.decoding
}

// RawValue is a value as it stands in the file.
type RawValue = cbor.RawMessage

// Marshal returns the CBOR of a value of any type that the library can write.
func Marshal(v any) ([]byte, error) { return encoding().Marshal(v) }

// Unmarshal reads what Marshal has written, within the bounds of files.
func Unmarshal(data []byte, v any) error { return decoding().Unmarshal(data, v) }
