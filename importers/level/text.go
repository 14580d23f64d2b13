package level

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// ReadFile returns the characters of a file of a file system, without a byte order mark. A mark
// of UTF-16 makes UTF-8 of the file. If the file has more than most bytes, the error wraps
// ErrTooLarge.
func ReadFile(files fs.FS, name string, most int64) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("the file lies outside the folder from which files may be read: %w", fs.ErrInvalid)
	}
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("%w: more than %d bytes", ErrTooLarge, most)
	}
	if err != nil {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")):
		return fromUTF16(data[2:], binary.LittleEndian), nil
	case bytes.HasPrefix(data, []byte("\xfe\xff")):
		return fromUTF16(data[2:], binary.BigEndian), nil
	}
	return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), nil
}

func fromUTF16(data []byte, order binary.ByteOrder) (text []byte) {
	for ; len(data) > 1; data = data[2:] {
		r := rune(order.Uint16(data))
		if utf16.IsSurrogate(r) && len(data) > 3 {
			data = data[2:]
			r = utf16.DecodeRune(r, rune(order.Uint16(data)))
		}
		text = utf8.AppendRune(text, r)
	}
	if len(data) > 0 {
		text = utf8.AppendRune(text, utf8.RuneError)
	}
	return text
}

// Charset reads an XML file that declares another encoding than UTF-8, as returned by ReadFile.
func Charset(name string, in io.Reader) (io.Reader, error) {
	var high []rune // the characters from 0x80 on that are not at their place in Unicode
	switch strings.ToLower(name) {
	case "utf8", "utf-16":
		return in, nil // ReadFile has made UTF-8 of UTF-16
	case "iso-8859-1", "latin1", "us-ascii":
	case "windows-1252", "cp1252":
		high = windows1252
	default:
		return nil, errors.New("want UTF-8, UTF-16, ISO-8859-1, Windows-1252 or US-ASCII")
	}
	data, err := io.ReadAll(in)
	var text strings.Builder
	for _, c := range data {
		r := rune(c)
		if i := int(c) - 0x80; i >= 0 && i < len(high) {
			r = high[i]
		}
		text.WriteRune(r)
	}
	return strings.NewReader(text.String()), err
}

// windows1252 holds the characters 0x80 to 0x9f of Windows-1252, which is otherwise ISO-8859-1.
var windows1252 = []rune("€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ")
