"""Triton peers of the benchmark. Each maker returns calls to choose the fastest from."""
import torch
import triton
import triton.language as tl


@triton.jit
def row_sum_kernel(x, y, columns, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * columns
    part = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        part += tl.load(x + first + start + tl.arange(0, BLOCK))
    tl.store(y + tl.program_id(0), tl.sum(part, 0))


@triton.jit
def transpose_kernel(a, b, rows, columns, TALL: tl.constexpr, WIDE: tl.constexpr):
    i = (tl.program_id(0) * TALL + tl.arange(0, TALL)).to(tl.int64)
    j = (tl.program_id(1) * WIDE + tl.arange(0, WIDE)).to(tl.int64)
    tile = tl.load(a + i[:, None] * columns + j[None, :])
    tl.store(b + j[:, None] * rows + i[None, :], tl.trans(tile))


@triton.jit
def softmax_kernel(x, y, rows, columns, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    c = tl.arange(0, BLOCK)
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        first = row.to(tl.int64) * columns
        v = tl.load(x + first + c, mask=c < columns, other=-float("inf")).to(tl.float32)
        e = tl.exp(v - tl.max(v, 0))
        tl.store(y + first + c, (e / tl.sum(e, 0)).to(y.dtype.element_ty), mask=c < columns)


@triton.jit
def softmax_twice_kernel(x, y, columns, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * columns
    c = tl.arange(0, BLOCK)
    top = tl.full((BLOCK,), -float("inf"), tl.float32)
    weight = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, columns, BLOCK):
        v = tl.load(x + first + start + c).to(tl.float32)
        higher = tl.maximum(top, v)
        weight = weight * tl.exp(top - higher) + tl.exp(v - higher)
        top = higher
    most = tl.max(top, 0)
    scale = 1.0 / tl.sum(weight * tl.exp(top - most), 0)
    for start in range(0, columns, BLOCK):
        v = tl.load(x + first + start + c).to(tl.float32)
        tl.store(y + first + start + c, (tl.exp(v - most) * scale).to(y.dtype.element_ty))


@triton.jit
def layernorm_kernel(x, gamma, beta, y, columns, epsilon, BLOCK: tl.constexpr):
    first = tl.program_id(0).to(tl.int64) * columns
    c = tl.arange(0, BLOCK)
    inside = c < columns
    v = tl.load(x + first + c, mask=inside, other=0.0).to(tl.float32)
    d = tl.where(inside, v - tl.sum(v, 0) / columns, 0.0)
    scale = tl.rsqrt(tl.sum(d * d, 0) / columns + epsilon)
    g = tl.load(gamma + c, mask=inside).to(tl.float32)
    h = tl.load(beta + c, mask=inside).to(tl.float32)
    tl.store(y + first + c, (d * scale * g + h).to(y.dtype.element_ty), mask=inside)


def row_sum(x, y):
    rows, columns = x.shape
    return [lambda b=b, w=w: row_sum_kernel[(rows,)](x, y, columns, BLOCK=b, num_warps=w)
            for b, w in ((4096, 8), (2048, 4), (8192, 8))]


def transpose(a, b):
    rows, columns = a.shape
    return [lambda t=t, u=u, w=w: transpose_kernel[(rows // t, columns // u)](a, b, rows, columns, TALL=t, WIDE=u, num_warps=w)
            for t, u, w in ((64, 64, 8), (32, 128, 8), (64, 128, 8))]


def softmax(x, y):
    rows, columns = x.shape
    block = triton.next_power_of_2(columns)
    processors = torch.cuda.get_device_properties(0).multi_processor_count
    if columns > 32768:  # a row does not fit into the registers of a program
        return [lambda b=b, w=w: softmax_twice_kernel[(rows,)](x, y, columns, BLOCK=b, num_warps=w)
                for b, w in ((4096, 8), (8192, 16), (8192, 8))]
    return [lambda w=w, s=s, o=o: softmax_kernel[(min(rows, processors * o),)](x, y, rows, columns, BLOCK=block, STAGES=s, num_warps=w)
            for w, s, o in ((4, 2, 8), (8, 2, 4), (8, 1, 4), (16, 1, 2)) if 4 <= block // (w * 32) <= 128]


def layernorm(epsilon, x, gamma, beta, y):
    rows, columns = x.shape
    block = triton.next_power_of_2(columns)
    return [lambda w=w: layernorm_kernel[(rows,)](x, gamma, beta, y, columns, epsilon, BLOCK=block, num_warps=w)
            for w in (2, 4, 8, 16) if 4 <= block // (w * 32) <= 128]
