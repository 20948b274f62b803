# SPDX-License-Identifier: MIT
"""Reads covey's headers for other languages: the one place where the interface stands.

The C preprocessor resolves them, with empty headers in the place of the C library's. What is left
is declarations, which read() turns into enums, structs and functions.
"""

import dataclasses
import os
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
INCLUDE = ROOT / "include"
SYSTEM_HEADERS = ("stdbool.h", "stddef.h", "stdint.h", "math.h")
ONLY_FOR_C = ("block.h",)  # inline functions for models in C
COMPILER = os.environ.get("CC", "cc").split()


def includes(headers):
    return "".join(f"#include <{name}>\n" for name in headers)


def preprocessed(headers, defines=(), options=("-P",)):
    """All headers as one text of plain C, without attributes: GNU's are behind __GNUC__."""
    with tempfile.TemporaryDirectory() as folder:
        for name in SYSTEM_HEADERS:
            (pathlib.Path(folder) / name).write_text("")
        command = [*COMPILER, "-E", *options, "-U__GNUC__", "-std=c17", *defines]
        command += ["-nostdinc", "-I", folder, "-I", str(INCLUDE), "-x", "c", "-"]
        done = subprocess.run(command, input=includes(headers), capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"the headers do not go through the preprocessor:\n{done.stderr}")
    return done.stdout


def without_inline(text):
    """Takes functions with a body out: C code of the headers that no other language calls. Those that
    make default definitions are left as declarations."""
    kept, place = [], 0
    for start in re.finditer(r"\bstatic\s+inline\b", text):
        if start.start() < place:
            continue
        kept.append(text[place : start.start()])
        default = DEFAULT.match(text, start.end())
        if default:
            kept.append(f"{default.group()};")
        depth, place = 0, text.index("{", start.end())
        while True:
            depth += {"{": 1, "}": -1}.get(text[place], 0)
            place += 1
            if depth == 0:
                break
    kept.append(text[place:])
    return "".join(kept)


DEFAULT = re.compile(r"\s+covey_\w+ covey_\w+_def_default\(void\)")


def macro_names(headers=None):
    """Macros that are whole numbers: limits of the interface; of all headers, or of these."""
    defined = None
    if headers is not None:
        defined = set(re.findall(r"#define (\w+)", preprocessed(headers, options=("-dM",))))
    pattern = re.compile(r"^#define (COVEY_[A-Z0-9_]+) +(\(?-?\d+\)?|UINT32_MAX)(?: *//.*)?$", re.M)
    names = []
    for header in sorted((INCLUDE / "covey").glob("*.h")):
        if header.name not in ONLY_FOR_C:
            names += [name for name, _ in pattern.findall(header.read_text())]
    return [name for name in dict.fromkeys(names) if not name.endswith("_H") and (defined is None or name in defined)]


def comments(headers):
    """The `///` comment before each function and struct of the headers, by its name."""
    found = {}
    pattern = re.compile(r"((?:^///.*\n)+)(?:COVEY_(?:API|INLINE)[^;(]*?\b(covey_\w+)\(|typedef \w+ (covey_\w+) {)", re.M)
    for header in headers:
        for text, function, struct in pattern.findall((INCLUDE / header).read_text()):
            found[function or struct] = [line[3:].strip() for line in text.splitlines()]
    return found


# ---- Declarations ----


@dataclasses.dataclass
class Type:
    """A type of C. kind: "name", or "pointer", "array" or "function" of another one."""

    kind: str
    name: str = ""
    of: "Type | None" = None
    const: bool = False  # of a pointer: what it points to is only read
    count: int = 0
    params: tuple = ()


@dataclasses.dataclass
class Function:
    name: str
    returns: Type
    params: list  # of (name, Type)
    variadic: bool = False


@dataclasses.dataclass
class Interface:
    """What headers declare. Functions covey_x_def_default are in C alone where there is a covey_x_def_init."""

    enums: dict  # name: [names of values]; those without a name are under ""
    structs: dict  # name: [(member, Type)]; None for one that C alone looks into
    aliases: dict  # name: Type
    functions: dict  # name: Function

    def init_of(self, name):
        """The function that fills a definition where `name` returns one by it; None else."""
        init = re.sub("_default$", "_init", name)
        return init if init != name and init in self.functions else None


TOKEN = re.compile(r"\w+|\.\.\.|[^\w\s]")
BASES = {"void", "bool", "char", "int", "float", "double", "size_t", "ptrdiff_t"}
BASES |= {f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)}


class Reader:
    """One pass over the tokens of declarations."""

    def __init__(self, text):
        self.tokens = TOKEN.findall(text)
        self.at = 0
        self.found = Interface({"": []}, {}, {}, {})

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if expected is not None and token != expected:
            around = " ".join(self.tokens[max(0, self.at - 12) : self.at + 4])
            raise SystemExit(f"headers.py: `{expected}` is expected, not `{token}`, in: {around}")
        self.at += 1
        return token

    def skip(self, token):
        if self.peek() == token:
            self.at += 1
            return True
        return False

    def all(self):
        while self.peek():
            if not self.skip(";"):
                self.declaration()
        return self.found

    def declaration(self):
        is_type = self.skip("typedef")
        base, const = self.base()
        if self.skip(";"):
            return
        while True:
            name, made = self.declarator(base, const)
            if is_type and made.kind == "name" and made.name == name:
                pass  # typedef struct covey_x covey_x
            elif is_type and made.kind != "array": # which are assertions
                self.found.aliases[name] = made
            elif made.kind == "function":
                params, variadic = made.params
                self.found.functions[name] = Function(name, made.of, params, variadic)
            if not self.skip(","):
                break
        self.take(";")

    def base(self):
        const = self.skip("const")
        word = self.take()
        if word == "enum":
            word = self.enum()
        elif word in ("struct", "union"):
            word = self.struct()
        elif word == "unsigned":
            word += " " + (self.take() if self.peek() in ("char", "int") else "int")
        return word, self.skip("const") or const

    def enum(self):
        name = self.take() if self.peek() != "{" else ""
        if self.skip("{"):
            values = self.found.enums.setdefault(name, [])
            while not self.skip("}"):
                values.append(self.take())
                while self.peek() not in (",", "}"):
                    self.take()
                self.skip(",")
        return name

    def struct(self):
        name = self.take()
        if self.skip("{"):
            members = []
            while not self.skip("}"):
                base, const = self.base()
                members.append(self.declarator(base, const))
                while self.skip(","):
                    members.append(self.declarator(base, const))
                self.take(";")
            self.found.structs[name] = members
        else:
            self.found.structs.setdefault(name, None)
        return name

    def declarator(self, base, const):
        """(name, Type) of one declarator behind a base; a parameter's may have no name."""
        made = Type("name", base)
        while self.skip("*"):
            made = Type("pointer", of=made, const=const)
            const = self.skip("const")
        if self.peek() == "(" and self.tokens[self.at + 1] == "*":
            self.at += 2
            name = self.take()
            self.take(")")
            return name, Type("pointer", of=Type("function", of=made, params=self.parameters()))
        name = self.take() if re.match(r"\w", self.peek()) else ""
        if self.peek() == "(":
            return name, Type("function", of=made, params=self.parameters())
        sizes = []
        while self.skip("["):
            sizes.append(self.take())
            while not self.skip("]"):
                sizes[-1] += self.take()
        for size in reversed(sizes):
            made = Type("array", of=made, count=int(size) if size.isdigit() else 0)
        return name, made

    def parameters(self):
        """([(name, Type)], whether more may follow); arrays are pointers here."""
        self.take("(")
        params, variadic = [], False
        while not self.skip(")"):
            if self.skip("..."):
                variadic = True
                continue
            base, const = self.base()
            name, made = self.declarator(base, const)
            if made.kind == "array":
                made = Type("pointer", of=made.of, const=const)
            if made != Type("name", "void"):
                params.append((name or f"p{len(params)}", made))
            self.skip(",")
        return params, variadic


def read(headers, defines=()):
    """What these headers declare."""
    return Reader(without_inline(preprocessed(headers, defines))).all()


def measured(headers, lines, defines=()):
    """What C says of these expressions, whole numbers: sizes, offsets, values."""
    program = includes((*headers, "stdio.h", "stddef.h")) + "int main(void)\n{\n"
    program += "".join(f'    printf("%lld\\n", (long long)({line}));\n' for line in lines) + "}\n"
    with tempfile.TemporaryDirectory() as folder:
        made = str(pathlib.Path(folder) / "measured")
        command = [*COMPILER, "-std=c17", *defines, "-I", str(INCLUDE), "-x", "c", "-", "-o", made]
        subprocess.run(command, input=program, text=True, check=True)
        done = subprocess.run([made], capture_output=True, text=True, check=True)
    return [int(number) for number in done.stdout.split()]
