"""How the benchmark measures: entries of one operation run interleaved, their results checked first."""
import ctypes
import json
import statistics
import time

import torch

SAMPLES = 25
FLUSH_BYTES = 256 << 20
HEAD_START = 300_000  # cycles that the device waits first, so that the host's work of a call is not measured


class Status(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("text", ctypes.c_char_p), ("cuda_error", ctypes.c_int)]


def flattened(arguments, with_extents):
    for a in arguments:
        if isinstance(a, torch.Tensor):
            yield ctypes.c_void_p(a.data_ptr())
            if with_extents:
                yield from (ctypes.c_int(n) for n in a.shape)
        else:
            yield ctypes.c_float(a) if isinstance(a, float) else ctypes.c_int(a)
    yield ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)


class Library:
    """C functions of a shared library; `emitted` ones take each tensor's extents and return a status."""

    def __init__(self, path, emitted):
        self.library, self.emitted = ctypes.CDLL(path), emitted

    def call(self, name, *arguments):
        function = getattr(self.library, name)
        function.restype = Status if self.emitted else ctypes.c_int
        values = list(flattened(arguments, self.emitted))

        def run():
            status = function(*values)
            if (status.code if self.emitted else status) != 0:
                raise RuntimeError(f"{name}: {status.text.decode() if self.emitted else status}")
        return run


class Entry:
    """One implementation: `output` is what the call writes; None: it is what the call returns. `start` gives the output
    the contents that the call needs; without it the output is poisoned."""

    def __init__(self, name, call, output=None, ours=False, start=None, part=None):
        self.name, self.call, self.output, self.ours, self.start = name, call, output, ours, start
        self.part = part or (lambda want: want)  # what of the reference it computes
        self.times, self.error, self.problem = [], float("nan"), ""

    def poison(self):
        if self.start:
            self.start()
        elif self.output is not None:
            self.output.fill_(float("nan") if self.output.is_floating_point() else -1)

    def check(self, want, tolerance):
        try:
            self.poison()
            result = self.call()
            torch.cuda.synchronize()
            self.error = relative_error(result if self.output is None else self.output, self.part(want))
            if not self.error <= tolerance:  # NaN is wrong too
                self.problem = f"WRONG: relative error {self.error:.2e} above {tolerance:.0e}"
        except Exception as failure:  # one peer that does not compile is no reason to lose the others
            self.problem = f"FAILED: {type(failure).__name__}: {str(failure).splitlines()[0][:90]}"
        return not self.problem

    def median(self):
        return statistics.median(self.times)


def relative_error(got, want):
    difference = got.reshape(want.shape).double() - want
    return (difference.norm() / want.double().norm()).item()


class Bench:
    def __init__(self):
        self.flush = torch.empty(FLUSH_BYTES // 4, dtype=torch.int32, device="cuda")
        self.rows, self.failures, self.began = [], 0, time.time()

    def sample(self, entries, samples):
        """Every entry once a round, in an order that turns."""
        for s in range(samples):
            marks = []
            for i in range(len(entries)):
                entry = entries[(s + i) % len(entries)]
                begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                torch.cuda._sleep(HEAD_START)
                self.flush.fill_(s)
                begin.record()
                entry.call()
                end.record()
                marks.append((entry, begin, end))
            torch.cuda.synchronize()
            for entry, begin, end in marks:
                entry.times.append(begin.elapsed_time(end))

    def fastest(self, name, calls, output):
        """The fastest of several ways to make the same output."""
        tried = []
        for call in calls:
            entry = Entry(name, call, output)
            try:
                call()
                torch.cuda.synchronize()
                self.sample([entry], 5)
                tried.append((entry.median(), len(tried), entry))
            except Exception as failure:
                print(f"  ({name}: one configuration failed: {str(failure).splitlines()[0][:80]})")
        if tried:
            entry = min(tried)[2]
            entry.times = []
            return [entry]
        return []

    def compare(self, operation, shape, work, unit, want, tolerance, entries):
        """Checks, measures and prints one operation. `work`: compulsory bytes, or floating-point operations."""
        good = [e for e in entries if e.check(want, tolerance)]
        del want
        self.failures += sum(e.ours for e in entries if e not in good)
        for entry in good:
            for _ in range(2):
                entry.call()
        self.sample(good, SAMPLES)
        peers = [e for e in good if not e.ours]
        best = min(peers, key=Entry.median) if peers else None
        torch_compile = next((e for e in peers if e.name == "torch.compile"), None)
        print(f"{operation} {shape}")
        for entry in entries:
            self.print_entry(entry, operation, shape, work, unit, best, torch_compile)
        return {e.name: e.median() for e in good}

    def print_entry(self, entry, operation, shape, work, unit, best, torch_compile):
        name = ("" if entry.ours else "peer: ") + entry.name
        row = {"operation": operation, "shape": shape, "name": entry.name, "ours": entry.ours, "problem": entry.problem}
        if entry.problem:
            print(f"  {name:46s} {entry.problem}")
        else:
            ms = entry.median()
            rate = work / ms / (1e9 if unit == "TFLOP/s" else 1e6)
            ratio = f"ratio {best.median() / ms:.3f}" if entry.ours and best else "best peer" if entry is best else ""
            print(f"  {name:46s} {ms:9.4f} ms {rate:8.1f} {unit:7s} error {entry.error:.1e}  {ratio}")
            row |= {"ms": ms, "rate": rate, "unit": unit, "error": entry.error, "samples": entry.times}
            if entry.ours and best:
                row |= {"best_peer": best.name, "ratio": best.median() / ms}
            if entry.ours and torch_compile:
                row["to_torch_compile"] = torch_compile.median() / ms
        self.rows.append(row)

    def save(self, path):
        with open(path, "w") as file:
            json.dump(self.rows, file, indent=0)

    def summary(self):
        """Every row against the best peer of this run."""
        print("\noperation                 shape              ours                              rate       ratio  best peer, ratio to torch.compile")
        for row in self.rows:
            if "ratio" in row:
                print(f"{row['operation']:25s} {row['shape']:18s} {row['name']:30s} {row['rate']:7.1f} {row['unit']:8s} "
                      f"{row['ratio']:.3f}  {row['best_peer']}" + (f", {row['to_torch_compile']:.3f}" if "to_torch_compile" in row else ""))
        print(f"{self.failures} failures, {time.time() - self.began:.0f} s")
