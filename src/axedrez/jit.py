"""Compilation of the kernels: one decorator, and the machine's bit instructions.

Kernels compute in `uint64` alone. Every constant and counter they touch is a named `uint64`, because Numba turns
`uint64` with a plain int into `int64`.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core.cgutils import alloca_once, for_range, for_range_slice
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic
from numba.np.arrayobj import make_array, populate_array

from axedrez import interpreter
from axedrez.kernel_cache import KernelCache

F = TypeVar("F", bound=Callable[..., Any])


def _has_bmi2() -> bool:
    """Whether the processor that Numba compiles for has PEXT; without it the instruction would kill the process."""
    if config.CPU_NAME:
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2", False))


HAS_PEXT = _has_bmi2()


@contextmanager
def _set(name: str, value: Any) -> Iterator[None]:
    """One of Numba's settings, changed for a while: other users of Numba in the process keep theirs."""
    previous = getattr(config, name)
    setattr(config, name, value)
    try:
        yield
    finally:
        setattr(config, name, previous)


def kernel(function: F) -> F:
    """Compile a function that makes no arrays to machine code at its first call.

    The code is cached on disk and runs without the interpreter lock.
    """
    # `_nrt`: without it Numba counts references to the arrays at each call, half of the time of a search.
    return _compiled(function, _nrt=False)


def wide(function: F) -> F:
    """Like `kernel`, for long loops over arrays, which the machine's vector instructions do."""
    return _compiled(function, vectors=True, _nrt=False)


def allocating(function: F) -> F:
    """Like `kernel`, for a function that makes arrays."""
    return _compiled(function)


def _compiled(function: F, vectors: bool = False, **flags: bool) -> F:
    compiled: Any = numba.njit(nogil=True, error_model="numpy", **flags)(function)
    if not config.DISABLE_JIT:
        with suppress(RuntimeError):  # nowhere to write: compiled anew in each process
            compiled._cache = KernelCache(function)
        compile_one = compiled.compile

        def compile_as_told(signature: Any) -> Any:
            # Most loops run two to six times: preparing vector code for them costs more than it saves (12 % of perft).
            # Said for both kinds, because a function may be compiled while one that calls it is.
            # Under the compiler's lock: another thread would find the setting changed, or put it back too late.
            with global_compiler_lock, _set("LOOP_VECTORIZE", int(vectors)):
                return compile_one(signature)

        compiled.compile = compile_as_told
        interpreter.register(compiled)
    result: F = compiled
    return result


def inlined(function: F) -> F:
    """Like `kernel` for a small helper that allocates nothing, pasted into its callers by the compiler."""
    # `_nrt`: without it Numba counts references to the arrays at each pasting, a fifth of the time of `tables`.
    compiled: Any = numba.njit(nogil=True, error_model="numpy", forceinline=True, _nrt=False)(function)
    if not config.DISABLE_JIT:
        interpreter.register(compiled)
    result: F = compiled
    return result


def settle() -> None:
    """To be called when all is compiled: what is loaded stays, and the garbage collector looks at it no more.

    It would hold everybody up for 0.1 s each time.
    """
    gc.collect()
    gc.freeze()


def _instruction(python: Callable[..., Any]) -> Callable[[Callable[..., Any]], Any]:
    """An instruction of the machine for kernels. `python` is its twin where they run without machine code."""

    def made(definition: Callable[..., Any]) -> Any:
        if config.DISABLE_JIT:
            return python
        instruction = intrinsic(definition)
        instruction.__class__ = interpreter.Instruction
        instruction.python = python
        return instruction

    return made


def _unary(name: str, python: Callable[[int], int], with_flag: bool = False) -> Any:
    @_instruction(lambda x: np.uint64(python(int(x))))
    def instruction(typingctx: Any, x: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            parameters = [word, ir.IntType(1)] if with_flag else [word]
            callee = builder.module.declare_intrinsic(name, [word], ir.FunctionType(word, parameters))
            return builder.call(callee, [args[0], ir.Constant(ir.IntType(1), 0)] if with_flag else [args[0]])

        return types.uint64(types.uint64), build

    return instruction


popcount = _unary("llvm.ctpop", int.bit_count)
ctz = _unary("llvm.cttz", lambda x: (x & -x).bit_length() - 1 if x else 64, with_flag=True)
clz = _unary("llvm.ctlz", lambda x: 64 - x.bit_length(), with_flag=True)
byteswap = _unary("llvm.bswap", lambda x: int.from_bytes(x.to_bytes(8, "little"), "big"))


def _pext_python(value: Any, mask: Any) -> Any:
    value, mask = int(value), int(mask)
    result = position = 0
    while mask:
        low = mask & -mask
        result |= bool(value & low) << position
        position += 1
        mask ^= low
    return np.uint64(result)


def _positive_lanes_python(numbers: Any, at: Any) -> Any:
    lanes = numbers[int(at) : int(at) + 64] > 0
    return np.uint64(sum(1 << lane for lane in np.flatnonzero(lanes).tolist()))


def _weighted_rows_python(out: Any, start: Any, matrix: Any, rows: Any, factors: Any, count: Any) -> None:
    chosen = np.asarray(rows)[: int(count)].astype(np.int64)
    out[:] = start + factors[: int(count)] @ matrix.reshape(-1, len(out))[chosen]


def _peek_python(address: Any) -> Any:
    return np.uint64(ctypes.c_uint64.from_address(int(address)).value)


def _poke_python(address: Any, word: Any) -> None:
    ctypes.c_uint64.from_address(int(address)).value = int(word)


def _peek_short_python(address: Any) -> Any:
    return np.int64(ctypes.c_int16.from_address(int(address)).value)


def _poke_short_python(address: Any, number: Any) -> None:
    ctypes.c_int16.from_address(int(address)).value = int(number)


def _shorts_python(address: Any, count: Any) -> Any:
    return np.ctypeslib.as_array((ctypes.c_int16 * int(count)).from_address(int(address)))


@_instruction(_pext_python)
def pext(typingctx: Any, value: Any, mask: Any) -> Any:
    """Gather the bits of `value` that `mask` selects into the low bits (BMI2)."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        name = "llvm.x86.bmi.pext.64"
        callee = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(word, [word, word]), name
        )
        return builder.call(callee, args)

    return types.uint64(types.uint64, types.uint64), build


@_instruction(_positive_lanes_python)
def positive_lanes(typingctx: Any, numbers: Any, at: Any) -> Any:
    """Which of the 64 `float32` numbers of an array from index `at` on are above 0, as a set of bits."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        lanes = ir.VectorType(ir.FloatType(), 64)
        data = make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), lanes.as_pointer())
        above = builder.fcmp_ordered(">", builder.load(place, align=4), ir.Constant(lanes, None))
        return builder.bitcast(above, ir.IntType(64))

    return types.uint64(types.Array(types.float32, 1, "C"), types.int64), build


@_instruction(_weighted_rows_python)
def weighted_rows(typingctx: Any, out: Any, start: Any, matrix: Any, rows: Any, factors: Any, count: Any) -> Any:
    """Write the sum of `start` and of some rows of a flat matrix, each times its factor, to `out`.

    A layer of a network, its sums held in registers until all rows are added. All are `float32`, `rows` (`int64`) the
    numbers of the rows, which are as long as `out`; the first `count` are added. Products may be added unrounded.
    """

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word, number = ir.IntType(64), ir.FloatType()
        arrays = [
            make_array(kind)(context, builder, each) for kind, each in zip(signature.args[:5], args[:5], strict=True)
        ]
        out, start, matrix, rows, factors = (each.data for each in arrays)
        width, count = arrays[0].nitems, args[5]
        begun: Any = ir.Constant(word, 0)
        for size in (64, 8, 1):
            lanes = ir.VectorType(number, size)
            step = ir.Constant(word, size)

            def at(data: Any, index: Any, lanes: Any = lanes) -> Any:
                return builder.bitcast(builder.gep(data, [index]), lanes.as_pointer())

            end = builder.sub(width, builder.urem(builder.sub(width, begun), step))
            with for_range_slice(builder, begun, end, step, word) as (first, _):
                # One number in all lanes.
                spread = ir.Constant(ir.VectorType(ir.IntType(32), size), None)
                none = ir.Constant(lanes, ir.Undefined)
                sums = alloca_once(builder, lanes)
                builder.store(builder.load(at(start, first), align=4), sums)
                with for_range(builder, count, intp=word) as loop:
                    row = builder.mul(builder.load(builder.gep(rows, [loop.index])), width)
                    weights = builder.load(at(matrix, builder.add(row, first)), align=4)
                    factor = builder.insert_element(
                        none, builder.load(builder.gep(factors, [loop.index])), ir.Constant(ir.IntType(32), 0)
                    )
                    factor = builder.shuffle_vector(factor, none, spread)
                    product = builder.fmul(weights, factor, flags=["contract"])
                    builder.store(builder.fadd(builder.load(sums), product, flags=["contract"]), sums)
                builder.store(builder.load(sums), at(out, first), align=4)
            begun = end
        return context.get_dummy_value()

    floats = types.Array(types.float32, 1, "C")
    return types.void(floats, floats, floats, types.Array(types.int64, 1, "C"), floats, types.int64), build


@_instruction(_peek_python)
def peek(typingctx: Any, address: Any) -> Any:
    """The word at an address: for memory that several searches share, which their arrays cannot reach."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(builder.inttoptr(args[0], ir.IntType(64).as_pointer()))

    return types.uint64(types.uint64), build


@_instruction(_poke_python)
def poke(typingctx: Any, address: Any, word: Any) -> Any:
    """Write a word to an address."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        builder.store(args[1], builder.inttoptr(args[0], ir.IntType(64).as_pointer()))
        return context.get_dummy_value()

    return types.void(types.uint64, types.uint64), build


@_instruction(_shorts_python)
def shorts(typingctx: Any, address: Any, count: Any) -> Any:
    """The `int16` numbers from an address on, as an array."""
    kind = types.Array(types.int16, 1, "C")

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        numbers = make_array(kind)(context, builder)
        size = context.get_constant(types.intp, 2)
        data = builder.inttoptr(args[0], context.get_data_type(types.int16).as_pointer())
        populate_array(numbers, data=data, shape=[args[1]], strides=[size], itemsize=size, meminfo=None)
        return numbers._getvalue()

    return kind(types.uint64, types.uint64), build


@_instruction(_peek_short_python)
def peek_short(typingctx: Any, address: Any) -> Any:
    """The `int16` number at an address."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        number = builder.load(builder.inttoptr(args[0], ir.IntType(16).as_pointer()))
        return builder.sext(number, ir.IntType(64))

    return types.int64(types.uint64), build


@_instruction(_poke_short_python)
def poke_short(typingctx: Any, address: Any, number: Any) -> Any:
    """Write an `int16` number to an address."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place = builder.inttoptr(args[0], ir.IntType(16).as_pointer())
        builder.store(builder.trunc(args[1], ir.IntType(16)), place)
        return context.get_dummy_value()

    return types.void(types.uint64, types.int64), build


@_instruction(lambda address: None)
def prefetch(typingctx: Any, address: Any) -> Any:
    """Tell the processor that the memory at an address is needed soon."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        byte, flag = ir.IntType(8).as_pointer(), ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        callee = builder.module.globals.get("llvm.prefetch.p0i8") or ir.Function(
            builder.module, kind, "llvm.prefetch.p0i8"
        )
        place = builder.inttoptr(args[0], byte)
        builder.call(callee, [place, ir.Constant(flag, 0), ir.Constant(flag, 3), ir.Constant(flag, 1)])
        return context.get_dummy_value()

    return types.void(types.uint64), build
