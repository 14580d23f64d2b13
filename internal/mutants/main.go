package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// tags are the build tags of the everyday tests: the self-checks notice too.
const tags = "invariants"

func main() {
	count := flag.Int("n", 100, "how many mutants")
	seed := flag.Uint64("seed", 1, "seed of the choice")
	then := flag.String("then", "./world", "package whose tests run if the mutant's own package passes")
	slow := flag.Duration("slow", 5*time.Second, "tests that take longer are left out")
	workers := flag.Int("workers", runtime.GOMAXPROCS(0), "mutants at a time")
	least := flag.Int("least", 0, "how many of 100 must be noticed")
	files := flag.String("files", "", "pattern of the paths of the files that are changed, a regular expression (default all)")
	flag.Parse()
	if flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	s := series{files: *files, then: *then, count: *count, workers: *workers, least: *least, seed: *seed, slow: *slow}
	if err := s.run(flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// series is a series of mutants, as the flags ask for it.
type series struct {
	files, then           string
	count, workers, least int
	seed                  uint64
	slow                  time.Duration
}

// run tries mutants of packages, and fails if too few are noticed.
func (s *series) run(patterns []string) error {
	path, err := regexp.Compile(s.files)
	if err != nil {
		return fmt.Errorf("files: %w", err)
	}
	dirs, err := directories(patterns)
	if err != nil {
		return err
	}
	last, err := directories([]string{s.then})
	if err != nil {
		return err
	}
	var sites []site
	for _, dir := range dirs {
		found, err := sitesOf(dir, []string{tags})
		if err != nil {
			return err
		}
		sites = append(sites, within(found, path)...)
	}
	fmt.Printf("%d sites in %d packages, seed %d\n", len(sites), len(dirs), s.seed)
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	t := &tester{scratch: scratch, then: last[0], slow: s.slow, suites: map[string]*suite{}}
	killed, tried, err := judge(t, choose(sites, s.seed), s.count, s.workers)
	if err != nil {
		return err
	}
	fmt.Printf("%d of %d mutants noticed\n", killed, tried)
	if 100*killed < s.least*tried {
		return fmt.Errorf("fewer than %d of 100 noticed", s.least)
	}
	return nil
}

// directories returns the directories of packages, relative to the working directory.
func directories(patterns []string) ([]string, error) {
	out, err := exec.Command("go", append([]string{"list", "-f", "{{.Dir}}"}, patterns...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	here, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dirs := strings.Fields(string(out))
	for i, dir := range dirs {
		if dirs[i], err = filepath.Rel(here, dir); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

// within returns the sites of the files whose paths match a pattern.
func within(sites []site, path *regexp.Regexp) []site {
	return slices.DeleteFunc(sites, func(s site) bool { return !path.MatchString(filepath.ToSlash(s.file)) })
}

// choose returns one mutant of every site, in random order.
func choose(sites []site, seed uint64) []mutant {
	random := rand.New(rand.NewPCG(seed, 0))
	mutants := make([]mutant, len(sites))
	for i, s := range sites {
		s.new = s.replacements[random.IntN(len(s.replacements))]
		mutants[i] = s.mutant
	}
	random.Shuffle(len(mutants), func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	return mutants
}

// judge tries the first count mutants that compile, and prints the result of each.
func judge(t *tester, mutants []mutant, count, workers int) (killed, tried int, err error) {
	var lock sync.Mutex
	var group sync.WaitGroup
	next, open := 0, count // open is how many mutants are still to be taken
	take := func() (mutant, bool) {
		lock.Lock()
		defer lock.Unlock()
		if open == 0 || next == len(mutants) || err != nil {
			return mutant{}, false
		}
		open--
		next++
		return mutants[next-1], true
	}
	settle := func(m mutant, f fate, by string, failed error) {
		lock.Lock()
		defer lock.Unlock()
		if failed != nil {
			err = failed
			return
		}
		if f == refused {
			open++
			return
		}
		tried++
		if f == noticed {
			killed++
		}
		fmt.Printf("%4d  %-7s  %s  %s\n", tried, f, m, by)
	}
	for range workers {
		group.Go(func() {
			for m, ok := take(); ok; m, ok = take() {
				f, by, failed := t.try(m)
				settle(m, f, by, failed)
			}
		})
	}
	group.Wait()
	return killed, tried, err
}
