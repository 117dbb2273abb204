"""Documentation at run time: everything public has some, and `_rules.pyi` says the same."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import botarena
from botarena import _rules

MODULES = ["botarena", *(f"botarena.{module.name}" for module in pkgutil.iter_modules(botarena.__path__))]


def members(owner: Any) -> Iterator[tuple[str, Any]]:
    """What a class or a module defines itself, under names that are public."""
    for name, value in vars(owner).items():
        ours = not isinstance(owner, ModuleType) or getattr(value, "__module__", "").startswith("botarena")
        if not name.startswith("_") and ours:
            yield name, value


def documented(owner: Any, path: str) -> Iterator[tuple[str, str | None]]:
    """The documentation of all classes, methods, properties and functions in a module or a class."""
    for name, value in members(owner):
        kinds = (type, property, staticmethod, classmethod)
        if isinstance(value, kinds) or callable(value) or inspect.isdatadescriptor(value):
            yield f"{path}.{name}", inspect.getdoc(value)
        if isinstance(value, type) and value.__module__ != "builtins":
            yield from documented(value, f"{path}.{name}")


@pytest.mark.parametrize("name", MODULES)
def test_everything_public_is_documented(name: str) -> None:
    """Modules, classes, methods, properties and functions; what a tuple's field is called is no documentation."""
    module = importlib.import_module(name)
    found = {name: module.__doc__, **dict(documented(module, name))}
    missing = [path for path, text in found.items() if not text or text.startswith("Alias for field")]
    assert not missing


def stub() -> dict[str, ast.ClassDef]:
    """The classes of `_rules.pyi`."""
    path = Path(botarena.__file__).with_name("_rules.pyi")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {each.name: each for each in tree.body if isinstance(each, ast.ClassDef)}


def test_the_stub_is_of_the_module() -> None:
    """Names and texts of `_rules.pyi` are those of run time, where the documentation comments of Rust are."""
    classes = stub()
    assert set(classes) == {name for name, value in members(_rules) if isinstance(value, type)}
    for name, node in classes.items():
        at_run_time = getattr(_rules, name)
        assert inspect.getdoc(at_run_time) == ast.get_docstring(node), name
        methods = {each.name: each for each in node.body if isinstance(each, ast.FunctionDef)}
        public = {each: method for each, method in methods.items() if not each.startswith("_")}
        assert set(public) == {each for each, _ in members(at_run_time)}, name
        for each, method in public.items():
            assert inspect.getdoc(getattr(at_run_time, each)) == ast.get_docstring(method), f"{name}.{each}"


def test_the_stub_has_the_parameters() -> None:
    """Names and defaults of `_rules.pyi` are those of run time."""
    for name, node in stub().items():
        for method in node.body:
            if not isinstance(method, ast.FunctionDef) or method.name.startswith("_"):
                continue
            at_run_time = inspect.getattr_static(getattr(_rules, name), method.name)
            if any(isinstance(each, ast.Name) and each.id == "property" for each in method.decorator_list):
                assert inspect.isdatadescriptor(at_run_time), f"{name}.{method.name}"
                continue
            signature = inspect.signature(getattr(getattr(_rules, name), method.name))
            told = [(each.arg) for each in method.args.args]
            if method.args.vararg:
                told.append(method.args.vararg.arg)
            assert list(signature.parameters) == told, f"{name}.{method.name}"
            defaults = [each.default for each in signature.parameters.values() if each.default is not each.empty]
            assert defaults == [ast.literal_eval(each) for each in method.args.defaults], f"{name}.{method.name}"
