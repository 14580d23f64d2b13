"""Environments of Carom for Python, over a socket: one file, numpy where it is installed.

    env = CaromVectorEnv("unix:/tmp/carom.sock", "walker", 64)
    observations, _ = env.reset(seed=1)
    observations, rewards, terminated, truncated, infos = env.step(actions)

The server is `go run ./environments`. Words are those of gymnasium.vector.VectorEnv. With autoreset
"same_step" an episode begins in the step in which one ends: infos["final_obs"] has the last observations
of those that ended, and infos["_final_obs"] says where. "next_step" begins it in the step after, "disabled" when
reset is called with options={"reset_mask": mask}.

With numpy, observations are float32 arrays of shape (num_envs, observation_size). Without it they are
flat memoryviews of floats. Arrays are views of the last reply: they are not written again.

Run as a program it prints steps per second:

    python3 carom_env.py unix:/tmp/carom.sock walker 64 [seconds]
"""

import array
import numbers
import socket
import struct
import sys
import time

try:
    import numpy as np
except ImportError:
    np = None

VERSION = 1
MAKE, RESET, STEP, ERROR = 1, 2, 3, 255
AUTORESET = {"same_step": 0, "next_step": 1, "disabled": 2}
MOST_WORDS = 1 << 20  # bytes of an error


class CaromError(RuntimeError):
    """The server's refusal in words, or a reply that breaks the protocol: then close the environment."""


class CaromVectorEnv:
    """num_envs environments of a task. close() ends them; so does the end of a with statement."""

    def __init__(self, address, task, num_envs, autoreset="same_step"):
        if sys.byteorder != "little":
            raise CaromError("this client is for little-endian machines")
        if autoreset not in AUTORESET:
            raise ValueError("autoreset %r is none of %s" % (autoreset, ", ".join(AUTORESET)))
        if not 0 < num_envs < 1 << 32:
            raise ValueError("%d environments" % num_envs)
        network, _, where = address.partition(":")
        if network == "unix":
            self._socket = socket.socket(socket.AF_UNIX)
            self._socket.connect(where)
        elif network == "tcp" and where.rpartition(":")[2].isdigit():
            host, _, port = where.rpartition(":")
            self._socket = socket.create_connection((host, int(port)))
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            raise ValueError("address %r is neither unix:path nor tcp:host:port" % address)
        self.num_envs = num_envs
        try:
            head = struct.pack("<BBI", VERSION, AUTORESET[autoreset], num_envs)
            reply = self._call(MAKE, head + task.encode(), 12)
            self.observation_size, self.action_size, self.max_episode_steps = struct.unpack("<III", reply)
        except BaseException:
            self.close()
            raise

    def reset(self, seed=None, options=None):
        """Begins an episode in all environments, or where options["reset_mask"] is true.

        A seed that is a number stands for seed, seed + 1 and so on; a list has one for each. Returns observations and {}.
        """
        flags, rest = 0, b""
        if seed is not None:
            seed = range(seed, seed + self.num_envs) if isinstance(seed, numbers.Integral) else list(seed)
            if len(seed) != self.num_envs:
                raise ValueError("%d seeds, not %d" % (len(seed), self.num_envs))
            if not all(0 <= x < 1 << 64 for x in seed):
                raise ValueError("seeds %s: want numbers of 64 bits that are not negative" % list(seed)[:9])
            flags |= 1
            rest += struct.pack("<%dQ" % self.num_envs, *seed)
        if options and options.get("reset_mask") is not None:
            flags |= 2
            rest += bytes(1 if on else 0 for on in options["reset_mask"])
        size = 4 * self.num_envs * self.observation_size
        return self._floats(self._call(RESET, bytes([flags]) + rest, size), self.num_envs), {}

    def step(self, actions):
        """Runs a step. Actions are num_envs * action_size numbers from -1 to 1, in rows or flat."""
        n, k = self.num_envs, self.observation_size
        most = 4 * n * k + 6 * n + 4 + 4 * n * (1 + k)  # if all episodes end
        reply = self._call(STEP, self._bytes(actions), most)
        parts, at = [], 0
        for size in (4 * n * k, 4 * n, n, n, 4):
            parts.append(reply[at:at + size])
            at += size
        ended = struct.unpack("<I", parts[4])[0] if len(parts[4]) == 4 else n + 1
        if ended > n or len(reply) != at + 4 * ended * (1 + k):
            raise CaromError("a reply of %d bytes to a step" % len(reply))
        places = struct.unpack("<%dI" % ended, reply[at:at + 4 * ended])
        infos = {}
        if ended:
            where = bytearray(n)
            for i in places:
                where[i] = 1
            infos["final_obs"] = self._floats(reply[at + 4 * ended:], ended)
            infos["_final_obs"] = self._bools(where)
        rewards = self._floats(parts[1], None)
        return self._floats(parts[0], n), rewards, self._bools(parts[2]), self._bools(parts[3]), infos

    def close(self):
        self._socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def _call(self, kind, rest, most):
        """Sends a request and returns the rest of the reply: most bytes of it, or fewer after a STEP."""
        self._socket.sendall(struct.pack("<IB", len(rest) + 1, kind) + rest)
        (length,) = struct.unpack("<I", self._read(4))
        if not 1 <= length <= 1 + max(most, MOST_WORDS):
            raise CaromError("a reply of %d bytes: this is no server of Carom's environments" % length)
        message = self._read(length)
        if message[0] == ERROR:
            raise CaromError(bytes(message[1:]).decode(errors="replace"))
        if message[0] != kind:
            raise CaromError("a reply of kind %d to a request of kind %d" % (message[0], kind))
        if length > 1 + most or kind != STEP and length != 1 + most:
            raise CaromError("a reply of %d bytes to a request of kind %d, not %d" % (length, kind, 1 + most))
        return message[1:]

    def _read(self, length):
        view = memoryview(bytearray(length))
        at = 0
        while at < length:
            n = self._socket.recv_into(view[at:])
            if n == 0:
                raise CaromError("the server has closed the connection")
            at += n
        return view

    def _floats(self, part, rows):
        if np is None:
            return part.cast("B").cast("f")
        values = np.frombuffer(part, dtype="<f4")
        return values if rows is None else values.reshape(rows, self.observation_size)

    def _bools(self, part):
        if np is None:
            return [b != 0 for b in part]
        return np.frombuffer(part, dtype=np.uint8).astype(bool)

    def _bytes(self, actions):
        count = self.num_envs * self.action_size
        if np is not None:
            values = np.ascontiguousarray(actions, dtype="<f4")
            if values.size != count:
                raise ValueError("%d numbers in the actions, not %d" % (values.size, count))
            return values.tobytes()
        if isinstance(actions, array.array) and actions.typecode == "f":
            values = actions
        else:
            values = array.array("f")
            for row in actions:
                values.extend(row if hasattr(row, "__iter__") else (row,))
        if len(values) != count:
            raise ValueError("%d numbers in the actions, not %d" % (len(values), count))
        return values.tobytes()


def main():
    if len(sys.argv) < 4:
        sys.exit("carom_env.py takes an address, a task and a number, such as unix:/tmp/carom.sock walker 64")
    address, task, num_envs = sys.argv[1], sys.argv[2], int(sys.argv[3])
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 3.0
    with CaromVectorEnv(address, task, num_envs) as env:
        env.reset(seed=1)
        actions = array.array("f", [0.0]) * (num_envs * env.action_size)
        if np is not None:
            actions = np.frombuffer(actions, dtype=np.float32)
        steps, total, episodes, began = 0, 0.0, 0, time.perf_counter()
        while time.perf_counter() - began < seconds:
            _, rewards, _, _, infos = env.step(actions)
            steps += num_envs
            total += float(sum(rewards))
            episodes += sum(infos["_final_obs"]) if infos else 0
        took = time.perf_counter() - began
        print("%s: %.0f steps per second, %d environments, %d episodes, numpy %s"
              % (task, steps / took, num_envs, episodes, np.__version__ if np else "missing"))


if __name__ == "__main__":
    main()
