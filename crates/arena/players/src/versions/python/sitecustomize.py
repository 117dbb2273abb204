"""Supplies what Python 3.6 and the numpy of its time have and later versions lack, so that a bot that works on the site
works here. The arena puts this file's folder first on PYTHONPATH; a Python that still has a name never comes here.

REMOVED maps a module to its removed names, each with the expression that replaces it in that module."""
import sys

ABSTRACT = """AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString Callable Collection Container Coroutine Generator
Hashable ItemsView Iterable Iterator KeysView Mapping MappingView MutableMapping MutableSequence MutableSet Reversible
Sequence Set Sized ValuesView""".split()

REMOVED = {
    "time": {"clock": "process_time"},
    "collections": {name: "__import__('collections.abc').abc." + name for name in ABSTRACT},
    "fractions": {"gcd": "__import__('math').gcd"},
    "base64": {"encodestring": "encodebytes", "decodestring": "decodebytes"},
    "inspect": {"getargspec": "lambda function: getfullargspec(function)[:4]"},
    "numpy": {
        "int": "int", "float": "float", "bool": "bool", "complex": "complex", "object": "object", "str": "str",
        "long": "int", "unicode": "str", "float_": "float64", "complex_": "complex128", "cfloat": "complex128",
        "string_": "bytes_", "unicode_": "str_", "Inf": "inf", "Infinity": "inf", "infty": "inf", "PINF": "inf",
        "NINF": "-inf", "NaN": "nan", "NAN": "nan", "PZERO": "0.0", "NZERO": "-0.0", "product": "prod",
        "cumproduct": "cumprod", "sometrue": "any", "alltrue": "all", "round_": "round", "row_stack": "vstack",
        "in1d": "lambda a, b, *more, **named: isin(a, b, *more, **named).ravel()", "trapz": "trapezoid",
        "asfarray": "lambda a, dtype=float64: asarray(a, dtype)", "asscalar": "lambda a: a.item()",
        "mat": "asmatrix", "msort": "lambda a: sort(a, axis=0)",
    },
}  # fmt: skip


def supply(module):
    """Gives a module its removed names when they are asked for."""
    removed, own = REMOVED[module.__name__], module.__dict__.get("__getattr__")

    def get(name):
        if name in removed:
            value = eval(removed[name], dict(module.__dict__))
            setattr(module, name, value)
            return value
        if own:
            return own(name)
        raise AttributeError("module {!r} has no attribute {!r}".format(module.__name__, name))

    module.__getattr__ = get


def mend_threading(module):
    """`isAlive` was removed in 3.9."""
    if not hasattr(module.Thread, "isAlive"):
        module.Thread.isAlive = module.Thread.is_alive


def mend_json(module):
    """`json.loads(text, encoding=...)` was ignored until 3.8, and is an error since."""

    class JSONDecoder(module.JSONDecoder):
        def __init__(self, encoding=None, **named):
            super().__init__(**named)

    module.JSONDecoder = JSONDecoder


def mend_random(module):
    """`sample` took sets until 3.10."""
    sample = module.sample

    def of_sets_too(population, *more, **named):
        if isinstance(population, (set, frozenset)):
            population = tuple(population)
        return sample(population, *more, **named)

    module.sample = of_sets_too


MENDED = {"json": mend_json, "threading": mend_threading, "random": mend_random}


def mend(module):
    if module.__name__ in REMOVED:
        supply(module)
    if module.__name__ in MENDED:
        MENDED[module.__name__](module)


class Finder:
    """Mends the modules of the tables after they were imported. First on sys.meta_path; the others find the module."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in REMOVED and name not in MENDED:
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find and finder is not Finder else None
            if spec and not isinstance(spec.loader, type) and hasattr(spec.loader, "exec_module"):
                execute = spec.loader.exec_module

                def execute_and_mend(module):
                    execute(module)
                    mend(module)

                spec.loader.exec_module = execute_and_mend
                return spec
        return None


def start():
    """Mends what is imported already, and lets the next `sitecustomize` on the path run, if there is one."""
    import os
    import time  # It is built in: no loader of its own runs it.

    here = os.path.dirname(__file__)
    sys.path[:] = [folder for folder in sys.path if folder != here]
    rest = [folder for folder in os.environ.pop("PYTHONPATH", "").split(os.pathsep) if folder not in ("", here)]
    if rest:
        os.environ["PYTHONPATH"] = os.pathsep.join(rest)
    mend(time)
    for name in list(REMOVED) + list(MENDED):
        if name in sys.modules and name != "time":
            mend(sys.modules[name])
    sys.meta_path.insert(0, Finder)
    own = sys.modules.pop("sitecustomize")
    try:
        import sitecustomize  # noqa: F401
    except ImportError:
        sys.modules["sitecustomize"] = own


if __name__ == "sitecustomize" and sys.version_info >= (3, 7):
    start()
