"""Puts a mutant into the running program: every name that was imported from its module becomes the mutated thing."""

import sys
from types import CodeType, FunctionType, ModuleType
from typing import Any

from tests.mutation.mutants import Mutant


class NoMutant(Exception):
    """The mutant cannot be compiled, or is what there was."""


def plant(mutant: Mutant) -> None:
    """Change the program. There is no way back: only a forked child may do it. Raises NoMutant."""
    module = sys.modules[mutant.module]
    try:
        code = compile(mutant.source, str(module.__file__), "exec")
    except SyntaxError:
        raise NoMutant from None
    if code == compile(mutant.text, str(module.__file__), "exec"):
        raise NoMutant
    if mutant.function and _swap_code(module, code, mutant.function):
        return
    fresh = ModuleType(mutant.module)
    fresh.__file__ = module.__file__
    exec(code, fresh.__dict__)
    for name, new in list(vars(fresh).items()):
        old = vars(module).get(name)
        if not name.startswith("__") and old is not new:
            _exchange(module, name, old, new)


def _swap_code(module: ModuleType, code: CodeType, function: str) -> bool:
    """Give the function that exists the bytecode of the mutated one; False where that is not possible."""
    old: Any = module
    for name in function.split("."):
        if isinstance(code, CodeType):
            code = next(
                (one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == name), code
            )
        old = vars(old).get(name)
    old = _plain(old)
    if not isinstance(old, FunctionType) or code.co_name != function.split(".")[-1]:
        return False
    if old.__code__ == code or len(old.__code__.co_freevars) != len(code.co_freevars):
        return False  # what was changed is a default or a decorator
    old.__code__ = code
    return True


def _plain(thing: Any) -> Any:
    """The function within a property, a class method, a cache."""
    thing = getattr(thing, "fget", thing) if isinstance(thing, property) else thing
    thing = getattr(thing, "__func__", thing)
    return getattr(thing, "__wrapped__", thing)


def _exchange(module: ModuleType, name: str, old: Any, new: Any) -> None:
    if isinstance(old, FunctionType) and isinstance(new, FunctionType):
        _exchange_function(old, new)
    elif isinstance(old, type) and isinstance(new, type):
        for key, value in list(vars(new).items()):
            if isinstance(value, FunctionType | property | staticmethod | classmethod) or (
                key not in ("__dict__", "__weakref__", "__module__", "__qualname__", "__doc__", "__slots__")
                and not hasattr(value, "__objclass__")
            ):
                before = vars(old).get(key)
                if isinstance(before, FunctionType) and isinstance(value, FunctionType):
                    _exchange_function(before, value, owner=old)
                else:
                    setattr(old, key, value)
    elif type(old) is not type(new) or old != new or isinstance(old, dict | tuple):
        for other in list(sys.modules.values()):
            if getattr(other, "__name__", "").startswith(("pbem", "tests")):
                for key, value in list(vars(other).items()):
                    if key == name and value is old:
                        setattr(other, key, new)
        setattr(module, name, new)


def _exchange_function(old: FunctionType, new: FunctionType, owner: type | None = None) -> None:
    if len(old.__code__.co_freevars) != len(new.__code__.co_freevars) or old.__closure__:
        if owner is not None:
            setattr(owner, old.__name__, new)
        return
    old.__code__ = new.__code__
    old.__defaults__, old.__kwdefaults__ = new.__defaults__, new.__kwdefaults__
