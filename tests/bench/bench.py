#!/usr/bin/env python3
"""Emitted chapters beside their peers on one GPU, in one run. usage: bench.py DIR [ROW…]; README.md says more.

Peers: cuBLAS (fp32, TF32 off), torch.compile, Triton (the fastest of a few configurations), hand-written CUDA. A row's
ratio is the best peer's time over ours: above 1, ours is faster."""
import os
import sys

import torch
import torch._dynamo
import torch.nn.functional as F

import triton_peers
from measure import Bench, Entry, Library

GB = "GB/s"
N = 1 << 28
SIDE = 16384


def normal(*shape, dtype=torch.float32):
    return torch.randn(*shape, device="cuda", dtype=dtype)


def like(tensor, *shape):
    return torch.empty(*(shape or tensor.shape), device="cuda", dtype=tensor.dtype)


def compiled(function, *arguments):
    fast = torch.compile(function, dynamic=False)
    return lambda: fast(*arguments)


class Rows:
    def __init__(self, directory):
        self.ours = Library(os.path.join(directory, "libexamples.so"), emitted=True)
        self.hand = Library(os.path.join(directory, "libpeers.so"), emitted=False)
        self.bench = Bench()

    def copy(self):
        x = normal(N)
        y = like(x)
        self.bench.compare("copy", "2^28", 8.0 * N, GB, x.double(), 0, [Entry("device copy", lambda: y.copy_(x), y)])

    def saxpy(self):
        a, x, begin = 1e-3, normal(N), normal(N)
        y = begin.clone()
        start = lambda: y.copy_(begin)
        self.bench.compare("saxpy", "2^28", 12.0 * N, GB, a * x.double() + begin.double(), 1e-6, [
            Entry("saxpy", self.ours.call("saxpy", a, x, y), y, ours=True, start=start),
            Entry("CUDA, float4 a thread", self.hand.call("peer_saxpy", a, x, y, N), y, start=start),
            Entry("torch.compile", compiled(lambda u, v: a * u + v, x, begin))])

    def sum(self):
        x, total, other = normal(N), normal(1), normal(1)
        ours, hand = self.ours.call("sum", x, total), self.hand.call("peer_sum", x, other, N)
        self.bench.compare("sum", "2^28", 4.0 * N, GB, x.double().sum().reshape(1), 1e-3, [  # total += sum, so zero it first
            Entry("sum, with zeroing", lambda: (total.zero_(), ours()), total, ours=True),
            Entry("CUDA, grid stride and atomics, with zeroing", lambda: (other.zero_(), hand()), other),
            Entry("torch.compile", compiled(lambda u: u.sum(), x))])

    def row_sum(self):
        x = normal(SIDE, SIDE)
        y, h, t = like(x, SIDE), like(x, SIDE), like(x, SIDE)
        self.bench.compare("row sum", "16384^2", 4.0 * N, GB, x.double().sum(1), 1e-5, [
            Entry("row_sum<float, 8>", self.ours.call("row_sum_float_8", x, y), y, ours=True),
            Entry("CUDA, block a row, float4", self.hand.call("peer_row_sum", x, h, SIDE, SIDE), h),
            *self.bench.fastest("Triton", triton_peers.row_sum(x, t), t),
            Entry("torch.compile", compiled(lambda u: u.sum(1), x))])

    def transpose(self):
        a = normal(SIDE, SIDE)
        b, h, t = like(a), like(a), like(a)
        self.bench.compare("transpose", "16384^2", 8.0 * N, GB, a.t().double(), 0, [
            Entry("transpose", self.ours.call("transpose", a, b), b, ours=True),
            Entry("CUDA, tile of 32x33", self.hand.call("peer_transpose", a, h, SIDE), h),
            *self.bench.fastest("Triton", triton_peers.transpose(a, t), t),
            Entry("torch.compile", compiled(lambda u: u.t().contiguous(), a))])

    def histogram(self):
        x = torch.randint(-2**31, 2**31 - 1, (N,), device="cuda", dtype=torch.int32)
        want = torch.zeros(256, device="cuda", dtype=torch.float64)
        for part in (x & 255).split(1 << 26):
            want += torch.bincount(part, minlength=256)
        h = torch.empty(256, device="cuda", dtype=torch.int32)
        entries = []
        for name, run, ours in (("histogram_words<8>, with zeroing", self.ours.call("histogram_words_8", x, h), True),
                                ("CUDA, 8 copies, 4 blocks an SM, with zeroing", self.hand.call("peer_histogram", x, h, N, 4), False),
                                ("CUDA, 8 copies, 8 blocks an SM, with zeroing", self.hand.call("peer_histogram", x, h, N, 8), False)):
            entries.append(Entry(name, lambda run=run: (h.zero_(), run()), h, ours=ours))
        self.bench.compare("histogram 256", "2^28 words", 4.0 * N, GB, want, 0, entries)

    def stencil5(self):
        u = normal(SIDE, SIDE)
        v, h, g = like(u), like(u), like(u)
        p = F.pad(u.double(), (1, 1, 1, 1))
        want = 0.25 * (p[1:-1, :-2] + p[1:-1, 2:] + p[:-2, 1:-1] + p[2:, 1:-1]) - u.double()
        del p

        def padded(w):
            q = F.pad(w, (1, 1, 1, 1))
            return 0.25 * ((q[1:-1, :-2] + q[1:-1, 2:]) + (q[:-2, 1:-1] + q[2:, 1:-1])) - w

        def interior(w):
            return 0.25 * ((w[1:-1, :-2] + w[1:-1, 2:]) + (w[:-2, 1:-1] + w[2:, 1:-1])) - w[1:-1, 1:-1]
        self.bench.compare("5-point stencil", "16384^2", 8.0 * N, GB, want, 1e-6, [
            Entry("stencil5", self.ours.call("stencil5", u, v), v, ours=True),
            Entry("CUDA, register window, 16 rows", self.hand.call("peer_stencil5_16", u, h, SIDE), h),
            Entry("CUDA, register window, 4 rows", self.hand.call("peer_stencil5_4", u, g, SIDE), g),
            Entry("torch.compile, padded", compiled(padded, u)),
            Entry("torch.compile, interior only", compiled(interior, u), part=lambda w: w[1:-1, 1:-1])])

    def stencil7(self):
        n, a = 512, 0.1
        u = normal(n, n, n)
        v, h = like(u), like(u)
        mid = slice(1, -1)

        def neighbours(q):
            return ((q[mid, mid, :-2] + q[mid, mid, 2:]) + (q[mid, :-2, mid] + q[mid, 2:, mid])) + (q[:-2, mid, mid] + q[2:, mid, mid])

        def padded(w):
            return w + a * (neighbours(F.pad(w, (1, 1, 1, 1, 1, 1))) - 6 * w)

        def interior(w):
            return w[mid, mid, mid] + a * (neighbours(w) - 6 * w[mid, mid, mid])
        self.bench.compare("7-point stencil", "512^3", 8.0 * n**3, GB, padded(u.double()), 1e-6, [
            Entry("stencil7", self.ours.call("stencil7", a, u, v), v, ours=True),
            Entry("CUDA, a point a thread", self.hand.call("peer_stencil7", a, u, h, n), h),
            Entry("torch.compile, padded", compiled(padded, u)),
            Entry("torch.compile, interior only", compiled(interior, u), part=lambda w: w[mid, mid, mid])])

    def softmax(self):
        for rows, columns in ((8192, 8192), (65536, 1024), (2048, 131072)):
            x = normal(rows, columns, dtype=torch.bfloat16)
            y, t = like(x), like(x)
            self.bench.compare("softmax bf16", f"{rows}x{columns}", 4.0 * rows * columns, GB, x.double().softmax(1), 1e-2, [
                Entry("softmax", self.ours.call("softmax_bf16", x, y), y, ours=True),
                *self.bench.fastest("Triton", triton_peers.softmax(x, t), t),
                Entry("torch.compile", compiled(lambda u: F.softmax(u, 1), x))])
            torch._dynamo.reset()

    def layernorm(self):
        for rows, columns in ((16384, 8192), (65536, 1024)):
            x, g, b = (normal(*shape, dtype=torch.bfloat16) for shape in ((rows, columns), (columns,), (columns,)))
            y, t = like(x), like(x)
            want = F.layer_norm(x.double(), (columns,), g.double(), b.double(), 1e-5)
            self.bench.compare("layernorm bf16", f"{rows}x{columns}", 4.0 * rows * columns, GB, want, 1e-2, [
                Entry("layernorm", self.ours.call("layernorm_bf16", 1e-5, x, g, b, y), y, ours=True),
                *self.bench.fastest("Triton", triton_peers.layernorm(1e-5, x, g, b, t), t),
                Entry("torch.compile", compiled(lambda u, p, q: F.layer_norm(u, (columns,), p, q, 1e-5), x, g, b))])
            torch._dynamo.reset()

    def sgemm(self):
        torch.backends.cuda.matmul.allow_tf32 = False
        torch.set_float32_matmul_precision("highest")
        for n in (1000, 4096, 8192):
            a, b, c = normal(n, n), normal(n, n), normal(n, n)
            own = {"sgemm (ring of 2)": "sgemm", "sgemm_ring<32, 3, 4>": "sgemm_ring_32_3_4", "sgemm_double<8>": "sgemm_double_8",
                   "matmul, scheduled (chapter 10)": "matmul"}
            entries = [Entry(name, self.ours.call(function, n, n, n, a, b, c), c, ours=True) for name, function in own.items()]
            want = torch.empty_like(c)
            entries.append(Entry("cuBLAS fp32", lambda: torch.mm(a, b, out=want), want))
            medians = self.bench.compare("sgemm", f"{n}^3", 2.0 * n**3, "TFLOP/s", a.double() @ b.double(), 1e-5, entries)
            hand, scheduled = medians.get("sgemm_double<8>"), medians.get("matmul, scheduled (chapter 10)")
            if hand and scheduled:
                print(f"  scheduled beside written by hand (sgemm_double<8>): ratio {hand / scheduled:.3f}")


def main():
    rows = Rows(sys.argv[1])
    torch.manual_seed(1)
    print(f"{torch.cuda.get_device_name(0)}, PyTorch {torch.__version__}, Triton {triton_peers.triton.__version__}, CUDA {torch.version.cuda}")
    for name in sys.argv[2:] or ("copy", "sgemm", "saxpy", "sum", "row_sum", "transpose", "stencil5", "stencil7", "histogram",
                                 "softmax", "layernorm"):
        try:
            getattr(rows, name)()
        except Exception as failure:  # a row that cannot run must not take the others' device time
            rows.bench.failures += 1
            print(f"{name} FAILED: {type(failure).__name__}: {str(failure)[:300]}")
        torch._dynamo.reset()
        rows.bench.save(os.path.join(os.environ.get("OUT", sys.argv[1]), "bench.json"))
    rows.bench.summary()
    return 1 if rows.bench.failures else 0


if __name__ == "__main__":
    sys.exit(main())
