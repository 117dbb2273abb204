"""Finds what the source of a bot uses and another Python lacks: `scan.py PATH 3.6` prints it as one line of JSON.

PATH is a file, a folder or a zip archive. A finding has a `kind`: `newer` than Python 3.6, `older` (the Python that runs this has
it no longer; `supplied` if sitecustomize.py replaces it), or `python2`. Branches for another version are left out: those
behind a test of `sys.version_info` or `hasattr`, and those where a missing module or name is caught. It runs on Python 3.5
and later."""
import ast
import importlib.util
import io
import json
import os
import re
import sys
import tokenize
import warnings
import zipfile

FOLDER = os.path.dirname(os.path.abspath(__file__))
SITE = tuple(int(part) for part in sys.argv[2].split("."))
HERE = sys.version_info[:2]


def supplied():
    """The module of what is supplied. Python may have another one of its name."""
    spec = importlib.util.spec_from_file_location("supplied", os.path.join(FOLDER, "supplied", "sitecustomize.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


REMOVED = supplied().REMOVED

# The modules of a bot of several files.
OWN_MODULES = set()

# The release that removed what Python 3.6 has, or that made it an error.
GONE = {
    "asyncio.async": (3, 7), "asyncio.coroutine": (3, 11), "base64.decodestring": (3, 9), "base64.encodestring": (3, 9),
    "fractions.gcd": (3, 9), "inspect.getargspec": (3, 11), "sys.setcheckinterval": (3, 9), "time.clock": (3, 8),
    "asynchat": (3, 12), "asyncore": (3, 12), "cgi": (3, 13), "distutils": (3, 12), "dummy_threading": (3, 9),
    "formatter": (3, 10), "imp": (3, 12), "parser": (3, 10), "pipes": (3, 13), "symbol": (3, 10), "telnetlib": (3, 13),
}  # fmt: skip
GONE.update(("collections." + name, (3, 10)) for name in REMOVED["collections"])

# Keywords of functions, with the version that has them first.
KEYWORDS = {
    "subprocess.run": {"capture_output": "3.7", "text": "3.7"},
    "subprocess.Popen": {"text": "3.7"},
    "subprocess.check_output": {"text": "3.7"},
    "collections.namedtuple": {"defaults": "3.7"},
    "itertools.accumulate": {"initial": "3.8"},
    "sum": {"start": "3.8"},
    "zip": {"strict": "3.10"},
}
KEYWORDS.update(("bisect." + name, {"key": "3.10"}) for name in (
    "bisect", "bisect_left", "bisect_right", "insort", "insort_left", "insort_right"
))  # fmt: skip

# Classes that take `[...]` since 3.9.
GENERIC = "dict frozenset list set tuple type collections.Counter collections.OrderedDict collections.defaultdict collections.deque".split()

# What Python 2 has and Python 3 has not.
NAMES2 = "basestring cmp execfile long raw_input unichr unicode xrange reduce".split()
METHODS2 = "has_key iteritems iterkeys itervalues".split()
MODULES2 = "ConfigParser Queue StringIO Tkinter __builtin__ cPickle cStringIO commands httplib urllib2".split()
SYNTAX2 = [
    r"^\s*print\s+[^\s(=.,)]", r"\bprint\s*>>", r"\bprint\s*\(.*\)\s*%", r"\bprint\s*$", r"\bexcept\s+[\w.]+\s*,\s*\w+\s*:", r"^\s*exec\s+[\w\"']",
    r"\braise\s+[\w.]+\s*,", r"<>", r"`[^`]+`", r"\b0[0-7]+\b", r"\b\d+[lL]\b", r"\b[uU][rR][\"']", r"\bdef\s+\w+\s*\(.*\(\w+\s*,",
    r"\blambda\s*\(\w",
]  # fmt: skip


def newer():
    """The table: dotted names, methods by the name behind the dot, modules."""
    names, methods, modules = {}, {}, {}
    with open(os.path.join(FOLDER, "newer.txt"), encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                continue
            place, words = line.strip().split(": ")
            version, place = place.split(" ")
            for word in words.split(" "):
                if place == "methods":
                    methods["." + word] = version
                elif place == "modules":
                    modules[word] = version
                elif place == "builtins":
                    names[word] = version
                else:
                    names[place + "." + word] = version
    return names, methods, modules


NAMES, METHODS, MODULES = newer()


def caught(handlers):
    """The names of the exceptions that are caught; `*` for all of them."""
    names = set()
    for handler in handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        names.update(getattr(kind, "id", "*") if kind else "*" for kind in kinds)
    return names


def numpy_without(name):
    """The version of numpy, if it lacks this name."""
    try:
        import numpy
    except ImportError:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return None if hasattr(numpy, name) else numpy.__version__


class Scan(ast.NodeVisitor):
    def __init__(self, file, text, tree):
        self.file, self.lines, self.found = file, text.splitlines(), []
        self.imports, self.stars, self.own, self.may_lack = {}, [], set(), set()
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.own.add(node.name)
            elif isinstance(node, ast.arg):
                self.own.add(node.arg)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                self.own.add(node.id)
            elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
                self.own.add(node.attr)
            elif isinstance(node, ast.Import):
                for name in node.names:
                    top = name.name.split(".")[0]
                    self.imports[name.asname or top] = name.name if name.asname else top
            elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
                for name in node.names:
                    if name.name == "*":
                        self.stars.append(node.module)
                    else:
                        self.imports[name.asname or name.name] = node.module + "." + name.name
        self.visit(tree)

    def add(self, kind, node, name, version, **more):
        line = getattr(node, "lineno", node)
        code = self.lines[line - 1].strip() if 0 < line <= len(self.lines) else ""
        more.update(kind=kind, file=self.file, line=line, code=code, name=name, version=version)
        self.found.append(more)

    def dotted(self, node):
        """The name of what an expression is, with its module: `m.prod` after `import math as m` is `math.prod`."""
        if isinstance(node, ast.Attribute):
            base = self.dotted(node.value)
            return base and base + "." + node.attr
        if isinstance(node, ast.Name) and node.id not in self.own:
            if node.id in self.imports:
                return self.imports[node.id]
            starred = (star + "." + node.id for star in self.stars)
            return next((name for name in starred if name in NAMES or name in GONE), node.id)
        return None

    def look_up(self, node, name, exception):
        """Adds a finding if a dotted name is missing in a Python, unless that is caught."""
        if exception in self.may_lack or name.split(".")[0] in OWN_MODULES:
            return
        module, _, last = name.rpartition(".")
        if name in NAMES or name in MODULES:
            self.add("newer", node, name, NAMES.get(name) or MODULES[name])
        elif name in GONE and GONE[name] <= HERE:
            self.add("older", node, name, "", supplied=last in REMOVED.get(module, {}))
        elif module == "numpy" and last in REMOVED["numpy"]:
            version = numpy_without(last)
            if version:
                self.add("older", node, name, "numpy " + version, supplied=True)
        elif name in (MODULES2 if exception == "ImportError" else [] if self.stars else NAMES2):
            self.add("python2", node, name, "")

    def visit_Import(self, node):
        for name in node.names:
            self.look_up(node, name.name, "ImportError")

    def visit_ImportFrom(self, node):
        if node.level or not node.module:
            return
        self.look_up(node, node.module, "ImportError")
        if node.module not in MODULES:
            for name in node.names:
                self.look_up(node, node.module + "." + name.name, "ImportError")

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Load) and node.id not in self.imports:
            name = self.dotted(node)
            if name:
                self.look_up(node, name, "NameError")

    def visit_Attribute(self, node):
        name = self.dotted(node)
        if isinstance(node.ctx, ast.Load) and name:
            self.look_up(node, name, "AttributeError")
        if "AttributeError" not in self.may_lack and node.attr not in self.own:
            if "." + node.attr in METHODS and name not in NAMES:
                self.add("newer", node, "." + node.attr, METHODS["." + node.attr])
            elif node.attr in METHODS2:
                self.add("python2", node, "." + node.attr, "")
        if name is None:
            self.visit(node.value)

    def visit_Call(self, node):
        for word in node.keywords:
            since = KEYWORDS.get(self.dotted(node.func), {}).get(word.arg)
            if since:
                self.add("newer", node, "%s(%s=...)" % (self.dotted(node.func), word.arg), since)
        self.generic_visit(node)

    def visit_Subscript(self, node):
        if isinstance(node.ctx, ast.Load) and self.dotted(node.value) in GENERIC:
            self.add("newer", node, self.dotted(node.value) + "[...]", "3.9")
        self.generic_visit(node)

    def annotation(self, node):
        if node is None:
            return
        for inner in ast.walk(node):
            if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.BitOr):
                self.add("newer", inner, "X | Y", "3.10")
                break
        self.visit(node)

    def visit_arg(self, node):
        self.annotation(node.annotation)

    def visit_AnnAssign(self, node):
        # Annotations of local variables are not evaluated.
        if not self.inside:
            self.annotation(node.annotation)
        for part in (node.target, node.value):
            if part:
                self.visit(part)

    inside = 0

    def visit_FunctionDef(self, node):
        for decorator in node.decorator_list:
            if self.dotted(decorator) == "functools.lru_cache":
                self.add("newer", decorator, "@lru_cache", "3.8")
            plain = decorator.func if isinstance(decorator, ast.Call) else decorator
            while isinstance(plain, ast.Attribute):
                plain = plain.value
            if not isinstance(plain, ast.Name):
                self.add("newer", decorator, "@(...)", "3.9")
            self.visit(decorator)
        self.visit(node.args)
        self.annotation(node.returns)
        self.inside += 1
        for part in node.body:
            self.visit(part)
        self.inside -= 1

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        inside, self.inside = self.inside, 0
        self.generic_visit(node)
        self.inside = inside

    def visit_If(self, node):
        test = ast.dump(node.test)
        if not any(word in test for word in ("version_info", "'hasattr'", "'TYPE_CHECKING'", "'version'", "hexversion")):
            self.generic_visit(node)

    visit_IfExp = visit_If

    def visit_Try(self, node):
        names, before = caught(node.handlers), self.may_lack
        # Whoever catches everything around a program does not expect a name to be missing; around an import, he does.
        lack = names & {"NameError", "AttributeError"}
        if names & {"*", "Exception", "ImportError", "ModuleNotFoundError"}:
            lack = lack | {"ImportError"}
        self.may_lack = before | lack
        for part in node.body:
            self.visit(part)
        # The other way, if one is missing.
        self.may_lack = before | (lack and {"ImportError", "NameError", "AttributeError"})
        for part in node.handlers:
            self.visit(part)
        self.may_lack = before
        for part in node.orelse + node.finalbody:
            self.visit(part)

    def unparenthesized(self, node):
        """`return *a, b` without parentheses."""
        value = node.value
        if isinstance(value, ast.Tuple) and any(isinstance(part, ast.Starred) for part in value.elts):
            first = value.elts[0]
            if (value.lineno, value.col_offset) == (first.lineno, first.col_offset):
                self.add("newer", node, "return *x, y", "3.8")
        self.generic_visit(node)

    visit_Return = unparenthesized
    visit_Yield = unparenthesized


def nested_strings(scan, text):
    """Python 3.12 allows the same quotes inside of an f-string, and its parser no longer knows which f-strings are new."""
    start = getattr(tokenize, "FSTRING_START", None)
    if start is None:
        return
    quotes, words = [], []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (start, tokenize.STRING):
            quote = token.string.lstrip("rRbBfFuU")[0]
            if quotes and (quotes[-1][0] == quote and len(quotes[-1]) == 1 or "\\" in token.string):
                scan.add("newer", token.start[0], "f-string", "3.12")
            if token.type == start:
                quotes.append(token.string.lstrip("rRfF"))
        elif token.type == tokenize.FSTRING_END:
            quotes.pop()
        elif quotes and words[-1:] == ["="] and token.string in ("}", "!", ":"):
            scan.add("newer", token.start[0], "f'{x=}'", "3.8")
        words.append(token.string)


def syntax(file, text, error):
    """Findings in a file that this Python does not read."""
    scan = Scan(file, text, ast.parse(""))
    line = error.lineno or 1
    near = [scan.lines[at - 1] for at in (line, line - 1) if 0 < at <= len(scan.lines)]
    near = [part.split(" #")[0] for part in near]
    two = any(re.search(pattern, part) for pattern in SYNTAX2 for part in near[:1])
    if two or isinstance(error, TabError):
        scan.add("python2", line, error.msg, "", syntax=True)
    elif re.search(r"\b(async|await)\s*[=(,.)]|\b(import|def|as|\.)\s*(async|await)\b", near[0] if near else ""):
        scan.add("older", line, "async", "", supplied=False, syntax=True)
    return scan.found


def of_text(file, data):
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        text = data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return []
    try:
        tree = ast.parse(text, file)
    except SyntaxError as error:
        return syntax(file, text, error)
    except (ValueError, RecursionError, MemoryError):
        return []
    scan = Scan(file, text, tree)
    if HERE >= (3, 8):
        try:
            ast.parse(text, file, feature_version=SITE)
        except SyntaxError as error:
            version = re.search(r"Python (3\.\d+)", error.msg)
            scan.add("newer", error.lineno or 1, error.msg, version.group(1) if version else "", syntax=True)
    try:
        nested_strings(scan, text)
    except (SyntaxError, tokenize.TokenError):
        pass
    return scan.found


def texts(path):
    if os.path.isdir(path):
        for folder, _, names in os.walk(path):
            for name in sorted(names):
                full = os.path.join(folder, name)
                if name.endswith(".py") and os.path.isfile(full):
                    with open(full, "rb") as file:
                        yield os.path.relpath(full, path), file.read()
    elif zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith(".py"):
                    yield name, archive.read(name)
    else:
        with open(path, "rb") as file:
            yield os.path.basename(path), file.read()


def main():
    files = list(texts(sys.argv[1]))
    OWN_MODULES.update(re.split(r"[/\\.]", file)[0] for file, _ in files)
    found = [finding for file, data in files for finding in of_text(file, data)]
    found.sort(key=lambda finding: (not finding.get("syntax"), finding["file"], finding["line"]))
    print(json.dumps({"version": "%d.%d.%d" % sys.version_info[:3], "checks_syntax": HERE >= (3, 8) or HERE == SITE, "found": found}))


main()
