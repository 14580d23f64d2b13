package physicstest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// files are the files of one run, in a folder that is made for the first of them.
type files struct {
	t      testing.TB
	folder string
	own    bool // the folder was made for this run alone
	made   []string
}

// create makes a file that has the name of the test, and a number if there was one before.
func (f *files) create(extension string) (*os.File, error) {
	if err := f.choose(); err != nil {
		return nil, err
	}
	for n := 1; ; n++ {
		name := testName(f.t)
		if n > 1 {
			name += fmt.Sprintf("-%d", n)
		}
		file, err := os.OpenFile(filepath.Join(f.folder, name+"."+extension), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if os.IsExist(err) {
			continue
		}
		if err == nil {
			f.made = append(f.made, file.Name())
		}
		return file, err
	}
}

// take closes an empty file, and removes it.
func (f *files) take(file *os.File) {
	file.Close()
	os.Remove(file.Name())
	f.made = slices.DeleteFunc(f.made, func(name string) bool { return name == file.Name() })
}

// choose chooses the folder of the files.
func (f *files) choose() (err error) {
	if f.folder != "" {
		return nil
	}
	if f.folder = os.Getenv("CAROM_ARTIFACTS"); f.folder != "" {
		return os.MkdirAll(f.folder, 0o777)
	}
	// Without the flag ArtifactDir is removed when the test ends, before anyone can look.
	if keep := flag.Lookup("test.artifacts"); keep != nil && keep.Value.String() == "true" {
		f.folder = f.t.ArtifactDir()
		return nil
	}
	f.own = true
	f.folder, err = os.MkdirTemp("", testName(f.t)+"-")
	return err
}

// remove removes all files, and the folder if it was made for them.
func (f *files) remove() {
	for _, name := range f.made {
		os.Remove(name)
	}
	if f.own && f.folder != "" {
		os.Remove(f.folder)
	}
}

// testName returns the name of a test as one of a file.
func testName(t testing.TB) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, t.Name())
}
