package main

import (
	"cmp"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// maxLinks is the number of symbolic links in a row that are followed.
const maxLinks = 40

// followLinks returns the path of the file itself, which need not exist, and the number of the open
// descriptor that the path names (/dev/stdout and - are 1), or a negative number.
func followLinks(path string) (file string, descriptor int) {
	if path == "-" {
		return path, 1
	}
	for range maxLinks {
		if descriptor = descriptorOf(path); descriptor >= 0 {
			return path, descriptor
		}
		target, err := os.Readlink(path)
		if err != nil {
			break // it is no link
		}
		if !filepath.IsAbs(target) {
			// Cleaning would turn "link/.." into the folder that holds the link.
			folder, _ := filepath.Split(path)
			target = folder + target
		}
		path = target
	}
	return path, -1
}

// descriptorOf returns the number of the descriptor that a path names by itself.
func descriptorOf(path string) int {
	absolute, err := filepath.Abs(path)
	if err != nil || filepath.Separator != '/' {
		return -1
	}
	switch absolute {
	case "/dev/stdin":
		return 0
	case "/dev/stdout":
		return 1
	case "/dev/stderr":
		return 2
	}
	for _, folder := range []string{"/dev/fd/", "/proc/self/fd/", "/proc/" + strconv.Itoa(os.Getpid()) + "/fd/"} {
		if name, ok := strings.CutPrefix(absolute, folder); ok {
			if n, err := strconv.Atoi(name); err == nil && n >= 0 {
				return n
			}
		}
	}
	return -1
}

// sameFile reports whether two paths lead to one file, by links or by spelling. Files that
// do not exist yet are the same if their folders and their names are.
func sameFile(a, b string) bool {
	fileA, descriptorA := followLinks(a)
	fileB, descriptorB := followLinks(b)
	if a == b || descriptorA >= 0 && descriptorA == descriptorB {
		return true
	}
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil || errB == nil {
		return errA == nil && errB == nil && os.SameFile(infoA, infoB)
	}
	folderA, nameA := filepath.Split(fileA)
	folderB, nameB := filepath.Split(fileB)
	infoA, errA = os.Stat(cmp.Or(folderA, "."))
	infoB, errB = os.Stat(cmp.Or(folderB, "."))
	return errA == nil && errB == nil && os.SameFile(infoA, infoB) && sameName(nameA, nameB)
}

// sameName compares names of files that do not exist yet. It ignores case on systems whose file
// systems usually do.
func sameName(a, b string) bool {
	switch runtime.GOOS {
	case "windows", "darwin", "ios":
		return strings.EqualFold(a, b)
	}
	return a == b
}

// namedFile is a path with its name in messages.
type namedFile struct{ what, path string }

// sceneFile returns the file of a scene, with no path if the scene is built in.
func sceneFile(name string) namedFile {
	if !isPath(name) {
		name = ""
	}
	return namedFile{"the scene", name}
}

// checkDistinct rejects files that are given twice, and a file to which the standard
// output has been redirected. Files without a path are absent. Only the last may be read,
// all others are written.
func checkDistinct(stdout io.Writer, files ...namedFile) error {
	for i, f := range files {
		if f.path == "" {
			continue
		}
		for _, g := range files[:i] {
			switch {
			case g.path == "" || !sameFile(f.path, g.path):
			case f.path == g.path:
				return usagef("%s and %s name the same file: %s", g.what, f.what, g.path)
			default:
				return usagef("%s and %s name the same file: %s and %s", g.what, f.what, g.path, f.path)
			}
		}
		if isRedirected(stdout, f.path) {
			return usagef("%s and the standard output are the same file: %s", f.what, f.path)
		}
	}
	return nil
}

// isRedirected reports whether the standard output is the regular file of a path that does
// not name it as a descriptor.
func isRedirected(stdout io.Writer, path string) bool {
	file, ok := stdout.(*os.File)
	if !ok {
		return false
	}
	if _, descriptor := followLinks(path); descriptor >= 0 {
		return false
	}
	out, err := file.Stat()
	if err != nil || !out.Mode().IsRegular() {
		return false
	}
	info, err := os.Stat(path)
	return err == nil && os.SameFile(out, info)
}
