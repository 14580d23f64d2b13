package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/carom2d/carom/batch"
	_ "github.com/carom2d/carom/batch/gallery"
	"github.com/carom2d/carom/internal/scratch"
	"github.com/stretchr/testify/require"
)

// TestMain makes this binary the command itself, or a server of jobs, for the tests that need
// processes.
func TestMain(m *testing.M) {
	batch.Register("test/dies", dies)
	switch os.Getenv("CAROM_BATCH_TEST") {
	case "command":
		Main()
	case "server":
		serve()
	}
	scratch.Main(m) // Beam leaves a folder behind for each pipeline
}

// dies is the trebuchet, and kills its process once: when the file of that name is there, and some
// runs are kept.
func dies(p batch.Params) (*batch.Setup, error) {
	if mark := os.Getenv("CAROM_BATCH_MARK"); mark != "" {
		blocks, err := filepath.Glob(keptBlocks)
		if err != nil {
			return nil, err
		}
		if len(blocks) > 0 && os.Remove(mark) == nil {
			self, err := os.FindProcess(os.Getpid())
			if err == nil {
				err = self.Kill()
			}
			panic(err) // unless the process is gone
		}
	}
	return batch.Build("gallery/trebuchet", p)
}

// keptBlocks matches the files of runs that are kept, in the folder of a plan.
const keptBlocks = "throws_batch/state/*/block-*"

// serve is a server of jobs, as Beam's own program prism is one.
func serve() {
	port, err := strconv.Atoi(os.Getenv("CAROM_BATCH_PORT"))
	if err == nil {
		_, err = prism.CreateJobServer(context.Background(), prism.Options{Port: port})
	}
	if err != nil {
		panic(err)
	}
	fmt.Println("ready")
	select {}
}

const throws = `{"version": 1, "setup": %q, "params": {"sling": 3, "release": 54},
	"parameters": [{"name": "sling", "at": "/sling", "from": 1, "to": 5, "steps": 5}, {"name": "release", "at": "/release", "from": 10, "to": 80, "steps": 8}],
	"sampler": {"kind": "grid"}, "ticks": 400,
	"metrics": [{"name": "thrown", "kind": "function", "function": "gallery/thrown", "take": "max"}],
	"record": {"metric": "thrown", "best": 1}}`

// command returns this binary as carom-batch in a folder with a plan.
func command(t *testing.T, setup string, environment []string, args ...string) (*exec.Cmd, string) {
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "throws.json"), fmt.Appendf(nil, throws, setup), 0o600))
	return again(t, folder, environment, args...), folder
}

func again(t *testing.T, folder string, environment []string, args ...string) *exec.Cmd {
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self, append([]string{"run", "throws.json"}, args...)...)
	c.Dir = folder
	c.Env = append(append(os.Environ(), "CAROM_BATCH_TEST=command"), environment...)
	return c
}

func results(t *testing.T, folder string) map[string]string {
	out := map[string]string{}
	for _, name := range []string{"runs.csv", "runs.parquet", "quantiles.csv"} {
		data, err := os.ReadFile(filepath.Join(folder, "throws_batch", name))
		require.NoError(t, err)
		out[name] = string(data)
	}
	return out
}

// The rows are the same from a process that is killed in the middle and run again, and from a
// server of jobs of its own. A process that ends leaves no temporary file behind.
func TestKilledProcessesAndServersChangeNothing(t *testing.T) {
	temporary := t.TempDir()
	c, folder := command(t, "test/dies", []string{"TMPDIR=" + temporary})
	output, err := c.CombinedOutput()
	require.NoError(t, err, string(output))
	left, err := os.ReadDir(temporary)
	require.NoError(t, err)
	require.Empty(t, left)
	require.Contains(t, string(output), "40 of 40 runs, 100.0 %")
	want := results(t, folder)
	require.Equal(t, 41, strings.Count(want["runs.csv"], "\n"))
	require.NoDirExists(t, filepath.Join(folder, "throws_batch", "state"))

	mark := filepath.Join(t.TempDir(), "mark")
	require.NoError(t, os.WriteFile(mark, nil, 0o600))
	environment := []string{"CAROM_BATCH_MARK=" + mark}
	c, folder = command(t, "test/dies", environment, "-block", "4")
	require.Error(t, c.Run())
	require.NoFileExists(t, mark)
	require.NoFileExists(t, filepath.Join(folder, "throws_batch", "runs.csv"))
	blocks, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(keptBlocks)))
	require.NoError(t, err)
	require.NotEmpty(t, blocks, "what was done before is kept")
	output, err = again(t, folder, environment, "-block", "4").CombinedOutput()
	require.NoError(t, err, string(output))
	require.Equal(t, want, results(t, folder))

	address := startServer(t)
	c, folder = command(t, "test/dies", nil, "--runner=universal", "--endpoint="+address, "--environment_type=LOOPBACK")
	output, err = c.CombinedOutput()
	require.NoError(t, err, string(output))
	require.Equal(t, want, results(t, folder))
}

// freePort returns a port that no program uses.
func freePort(t *testing.T) string {
	probe, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(probe.Addr().String())
	require.NoError(t, err)
	require.NoError(t, probe.Close())
	return port
}

// startServer starts a process with a server of jobs and returns its address.
func startServer(t *testing.T) string {
	port := freePort(t)
	self, err := os.Executable()
	require.NoError(t, err)
	c := exec.Command(self)
	c.Env = append(os.Environ(), "CAROM_BATCH_TEST=server", "CAROM_BATCH_PORT="+port)
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	ready := make([]byte, 6)
	_, err = out.Read(ready)
	require.NoError(t, err)
	require.Equal(t, "ready\n", string(ready))
	return "localhost:" + port
}

// Ctrl-C ends the process soon, with its state kept; the same command goes on, to the same bytes.
func TestInterruptKeepsWhatIsDone(t *testing.T) {
	c, folder := command(t, "gallery/trebuchet", nil, "-block", "2", "-threads", "1")
	path := filepath.Join(folder, "throws.json")
	var p map[string]any
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &p))
	p["ticks"] = 4000 // a run of some 50 ms
	data, err = json.Marshal(p)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(path, data, 0o600))
	var messages bytes.Buffer
	c.Stderr = &messages
	require.NoError(t, c.Start())
	require.Eventually(t, func() bool {
		blocks, err := filepath.Glob(filepath.Join(folder, filepath.FromSlash(keptBlocks)))
		return err == nil && len(blocks) > 1
	}, time.Minute, 5*time.Millisecond)
	require.NoError(t, c.Process.Signal(os.Interrupt))
	var exit *exec.ExitError
	require.ErrorAs(t, c.Wait(), &exit)
	require.Equal(t, codeInterrupted, exit.ExitCode(), messages.String())
	require.Contains(t, messages.String(), "interrupted; the same command continues")
	require.NoFileExists(t, filepath.Join(folder, "throws_batch", "runs.csv"))
	parts, err := filepath.Glob(filepath.Join(folder, "throws_batch", "state", "*", ".part-*"))
	require.NoError(t, err)
	require.Empty(t, parts)

	output, err := again(t, folder, nil, "-block", "2", "-threads", "1").CombinedOutput()
	require.NoError(t, err, string(output))
	whole := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(whole, "throws.json"), data, 0o600))
	output, err = again(t, whole, nil).CombinedOutput()
	require.NoError(t, err, string(output))
	require.Equal(t, results(t, whole), results(t, folder))
}

func TestWordsOfTheCommand(t *testing.T) {
	_, folder := command(t, "gallery/trebuchet", nil)
	self, err := os.Executable()
	require.NoError(t, err)
	for _, x := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"check", "throws.json"}, 0, "40 runs of 400 ticks, 2 parameters, 1 metrics"},
		{[]string{"setups"}, 0, "gallery/trebuchet\n"},
		{[]string{"check", "bad.json"}, codeFailed, "carom-batch: plan: ticks (line 1, column 11): -1 is out of range"},
		{[]string{"run", "missing.json"}, codeFailed, "missing.json"},
		{[]string{"run", "-threads", "-2", "throws.json"}, codeFailed, "-threads: -2 must not be negative"},
		{[]string{"run", "-out", "throws.json", "throws.json"}, codeFailed, "carom-batch: mkdir "},
		{[]string{"run", "-state", "throws.json", "throws.json"}, codeFailed, "carom-batch: mkdir "},
		{[]string{"run"}, codeUsage, "carom-batch run [flags] plan.json"},
		{[]string{"run", "-nonsense", "throws.json"}, codeUsage, "-nonsense\ncarom-batch -h names the flags\n"},
		{[]string{"run", "-threads", "x", "throws.json"}, codeUsage, "-threads: parse error\ncarom-batch -h names the flags\n"},
		{[]string{"check", "throws.json", "bad.json"}, codeUsage, "carom-batch: check takes one plan, not 2: "},
		{[]string{"runn", "throws.json"}, codeUsage, `carom-batch: no command is called "runn throws.json": want run, check, setups or help`},
		{[]string{"help"}, 0, "-snapshot-every"},
		{[]string{"-h"}, 0, "-snapshot-every"},
	} {
		bad := `{"ticks": -1, "version": 1, "setup": "gallery/trebuchet"}`
		require.NoError(t, os.WriteFile(filepath.Join(folder, "bad.json"), []byte(bad), 0o600))
		c := exec.Command(self, x.args...)
		c.Dir = folder
		c.Env = append(os.Environ(), "CAROM_BATCH_TEST=command")
		output, err := c.CombinedOutput()
		require.Contains(t, string(output), x.want)
		require.Equal(t, x.code, c.ProcessState.ExitCode(), "%v: %v", x.args, err)
		if x.code != 0 {
			require.LessOrEqual(t, strings.Count(string(output), "\n"), 2, "an error is no page of flags")
		}
	}
}

func TestProgressSaysHowLong(t *testing.T) {
	require.Equal(t, "25 of 100 runs, 25.0 %, 2.0 per second, 38s left", progressLine(25, 100, 20, 10*time.Second))
	require.Equal(t, "25 of 100 runs, 25.0 %", progressLine(25, 100, 0, time.Second))
}
