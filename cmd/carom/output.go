package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/term"
)

// outputs are the files that a command writes. Each is written to a temporary file beside it. When
// everything has succeeded, commit renames them. So a run that fails or is interrupted leaves the
// old files. Devices, pipes and open descriptors are written directly.
type outputs struct {
	stderr io.Writer
	files  []*output

	// mutex is held while files are renamed or removed. After a signal it is held for ever: the
	// goroutine of the command then waits for the end of the process.
	mutex sync.Mutex
}

// output is one of the files.
type output struct {
	name   string // as the user wrote it
	file   *os.File
	target string // the file that the temporary one becomes; empty if there is none
	shared bool   // a standard stream, which stays open
}

// create opens an output, so that a path that cannot be written is found at once.
func (o *outputs) create(name string) (*output, error) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	created := &output{name: name}
	path, descriptor := followLinks(name)
	info, err := os.Stat(path)
	switch {
	case descriptor >= 0:
		created.file, created.shared = openDescriptor(descriptor, name)
		_, err = created.file.Stat()
	case err == nil && !info.Mode().IsRegular():
		created.file, err = os.OpenFile(path, os.O_WRONLY, 0)
	default:
		created.target = path
		created.file, err = createBeside(path, info)
	}
	if err != nil {
		return nil, nameInError(err, name)
	}
	o.files = append(o.files, created)
	return created, nil
}

func openDescriptor(descriptor int, name string) (file *os.File, shared bool) {
	switch descriptor {
	case 1:
		return os.Stdout, true
	case 2:
		return os.Stderr, true
	}
	return os.NewFile(uintptr(descriptor), name), false
}

// createBeside creates a temporary file in the folder of the target, with the permissions of the
// target if the target exists. info describes the target, or is nil.
func createBeside(target string, info fs.FileInfo) (*os.File, error) {
	if info != nil {
		// Renaming would replace even a write-protected file.
		existing, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return nil, err
		}
		existing.Close()
	}
	folder, base := filepath.Split(target)
	if base == "" || base == "." || base == ".." {
		return nil, &fs.PathError{Op: "open", Path: target, Err: syscall.EISDIR}
	}
	for {
		file, err := os.OpenFile(fmt.Sprintf("%s.carom-%016x.tmp", folder, rand.Uint64()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil && info != nil {
			if err = file.Chmod(info.Mode().Perm()); err != nil {
				file.Close()
				os.Remove(file.Name())
			}
		}
		return file, err
	}
}

// nameInError puts the name that the user wrote into an error of package os.
func nameInError(err error, name string) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return &fs.PathError{Op: "open", Path: name, Err: pathErr.Err}
	}
	return err
}

// write writes the whole output. It gets its name with commit.
func (f *output) write(encode func(io.Writer) error) error {
	b := bufio.NewWriter(f.file)
	err := encode(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil && f.target != "" {
		// A full disk may be detected only here. Some file systems do not support Sync.
		if err = f.file.Sync(); errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
			err = nil
		}
	}
	if err == nil && !f.shared {
		err = f.file.Close()
	}
	if err != nil {
		var pathErr *fs.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err // the temporary name says nothing
		}
		return fmt.Errorf("cannot write %s: %w", f.name, err)
	}
	return nil
}

func (f *output) writeBytes(data []byte) error {
	return f.write(func(w io.Writer) error { _, err := w.Write(data); return err })
}

// commit gives the temporary files the names of their targets.
func (o *outputs) commit() error {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for len(o.files) > 0 {
		f := o.files[0]
		if f.target != "" {
			if err := os.Rename(f.file.Name(), f.target); err != nil {
				return fmt.Errorf("cannot write %s: %w", f.name, errors.Unwrap(err))
			}
		}
		o.files = o.files[1:]
	}
	return nil
}

// discard removes the files that were not committed.
func (o *outputs) discard() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.remove()
}

func (o *outputs) remove() (unchanged []string) {
	for _, f := range o.files {
		if !f.shared {
			f.file.Close()
		}
		if f.target != "" {
			os.Remove(f.file.Name())
			unchanged = append(unchanged, f.name)
		}
	}
	o.files = nil
	return unchanged
}

// watchSignals ends the process at the first signal that asks for it, until stop is called. A
// command may be busy for long, so the process does not wait for it.
func (o *outputs) watchSignals() (stop func()) {
	signals, done := make(chan os.Signal, 1), make(chan struct{})
	for _, s := range stopSignals {
		if s != hangup || !signal.Ignored(s) { // nohup ignores hangups
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			o.interrupt(s)
		case <-done:
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// interrupt ends the process after a signal.
func (o *outputs) interrupt(s os.Signal) {
	signal.Reset() // another signal ends the process at once
	o.mutex.Lock()
	text := fmt.Sprintf("carom: stopped by a signal: %v", s)
	if unchanged := o.remove(); len(unchanged) > 0 {
		text += "; not written: " + strings.Join(unchanged, ", ")
	}
	if file, ok := o.stderr.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		text = "\n" + text // below the progress bar
	}
	fmt.Fprintln(o.stderr, text)
	os.Exit(statusAfter(s))
}
