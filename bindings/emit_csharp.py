# SPDX-License-Identifier: MIT
"""covey's interface as C#: P/Invoke of all functions, structs as they lie in C, C# 7."""

PRIMITIVES = {"char": "byte", "int": "int", "float": "float", "double": "double", "size_t": "UIntPtr",
              "ptrdiff_t": "IntPtr", "void": "void", "bool": "covey_bool", "unsigned int": "uint",
              "int8_t": "sbyte", "uint8_t": "byte", "int16_t": "short", "uint16_t": "ushort",
              "int32_t": "int", "uint32_t": "uint", "int64_t": "long", "uint64_t": "ulong"}
FIXED = {"byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"}
KEYWORDS = set("""abstract as base bool break byte case catch char checked class const continue decimal default delegate
    do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface
    internal is lock long namespace new null object operator out override params private protected public readonly ref
    return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong
    unchecked unsafe ushort using virtual void volatile while""".split())

HEAD = """// SPDX-License-Identifier: MIT
// Made by tools/bindings of covey's headers: the interface of C, with the names of C. The class World
// (World.cs) is the way to it for programs that do not want pointers. Compile with unsafe code allowed.
#if COVEY_WIDE_IDS
using covey_id = System.UInt64;
#else
using covey_id = System.UInt32;
#endif
using System;
using System.Runtime.InteropServices;

namespace Covey
{
    /// <summary>The bool of C, one byte.</summary>
    public struct covey_bool
    {
        byte value;

        public static implicit operator bool(covey_bool from) { return from.value != 0; }
        public static implicit operator covey_bool(bool from)
        {
            covey_bool made;
            made.value = from ? (byte)1 : (byte)0;
            return made;
        }
    }
"""

LIBRARY = """
    /// <summary>The functions of the library, one to one.</summary>
    public static unsafe partial class C
    {
#if COVEY_INTERNAL || ((UNITY_IOS || UNITY_WEBGL) && !UNITY_EDITOR)
        public const string Library = "__Internal"; // linked with the program
#else
        public const string Library = "covey";
#endif
"""


def word(name):
    return f"@{name}" if name in KEYWORDS else name


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class CSharp:
    def __init__(self, interface, texts, values, layouts, wide):
        self.interface, self.texts, self.values = interface, texts, values
        self.layouts, self.wide = layouts, wide
        self.delegates, self.rows = [], []

    def function_of(self, kind):
        """The function that a pointer points to, or None."""
        if kind.kind != "pointer":
            return None
        if kind.of.kind == "name" and kind.of.name in self.interface.aliases:
            kind = Alias(self.interface.aliases[kind.of.name])
        return kind.of if kind.of.kind == "function" else None

    def type(self, kind):
        if self.function_of(kind):
            return "IntPtr"
        if kind.kind == "pointer":
            return self.type(kind.of) + "*"
        return PRIMITIVES.get(kind.name, kind.name)

    def parameter(self, kind):
        if kind.kind == "pointer" and self.function_of(kind) and kind.of.kind == "name":
            return kind.of.name  # a delegate
        return "[MarshalAs(UnmanagedType.I1)] bool" if self.type(kind) == "covey_bool" else self.type(kind)

    def parameters(self, params):
        return ", ".join(f"{self.parameter(kind)} {word(name)}" for name, kind in params)

    def delegate(self, name, function):
        """A delegate type for a function that C calls."""
        returns = self.type(function.of)
        mark = "[return: MarshalAs(UnmanagedType.I1)] " if returns == "covey_bool" else ""
        self.delegates += ["", "    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
                           f"    {mark}public unsafe delegate {'bool' if mark else returns} "
                           f"{name}({self.parameters(function.params[0])});"]

    def text(self, name, indent):
        lines = [escaped(line) for line in self.texts.get(name, [])]
        if not lines:
            return []
        return [f"{indent}/// <summary>{lines[0]}", *[f"{indent}/// {line}" for line in lines[1:]],
                f"{indent}/// </summary>"]

    def members(self, struct, members):
        lines = []
        for name, kind in members:
            count, of = 1, kind
            while of.kind == "array":
                count, of = count * of.count, of.of
            made = self.type(of)
            if self.function_of(of):
                self.delegate(f"{struct}_{name}", self.function_of(of))
                lines.append(f"        public IntPtr {word(name)}; // of a delegate {struct}_{name}")
            elif kind.kind != "array":
                lines.append(f"        public {made} {word(name)};")
            elif made in FIXED:
                lines.append(f"        public fixed {made} {word(name)}[{count}];")
            elif of.kind == "pointer" or made == "UIntPtr":
                lines += [f"        public {made} {name}_{index};" for index in range(count)]
            else: # structs: the first has the name, all have the room
                size = f"{count} * {self.layouts[0][made][0]}"
                lines.append(f"        public {struct}_{name} {word(name)};")
                self.rows += ["", f"    /// <summary>{count} of {made}: take the address of the first.</summary>",
                              f"    [StructLayout(LayoutKind.Sequential, Size = {size})]",
                              f"    public unsafe struct {struct}_{name}", "    {",
                              f"        public {made} first;", "    }"]
        return lines

    def structs(self):
        lines = []
        for name, members in self.interface.structs.items():
            lines += ["", *self.text(name, "    ")]
            if members is None:
                lines += [f"    public struct {name}", "    {", "    }"]
                continue
            lines += ["    [StructLayout(LayoutKind.Sequential)]", f"    public unsafe struct {name}", "    {",
                      *self.members(name, members), "    }"]
        return lines

    def enums(self):
        lines = []
        for name, values in self.interface.enums.items():
            if name:
                lines += ["", f"    public enum {name}", "    {"]
                lines += [f"        {value} = {self.values[value]}," for value in values] + ["    }"]
        return lines

    def constants(self):
        lines = [f"        public const int {name} = {self.values[name]};" for name in self.interface.enums[""]]
        for name, (narrow, wide) in self.wide["values"].items():
            if narrow == wide:
                lines.append(f"        public const {'int' if narrow < 2**31 else 'uint'} {name} = {narrow};")
            else:
                lines += ["#if COVEY_WIDE_IDS", f"        public const ulong {name} = {wide % 2**64};", "#else",
                          f"        public const uint {name} = {narrow % 2**32};", "#endif"]
        return lines

    def functions(self):
        lines = []
        for name, one in self.interface.functions.items():
            if one.variadic:
                continue # C# writes its own messages
            lines += ["", *self.text(name, "        ")]
            init = self.interface.init_of(name)
            if init:
                made = self.type(one.returns)
                lines += [f"        public static {made} {name}()", "        {", f"            {made} def;",
                          f"            {init}(&def, (UIntPtr)(uint)sizeof({made}));", "            return def;",
                          "        }"]
                continue
            plain = "[DllImport(Library, CallingConvention = CallingConvention.Cdecl"
            if name in self.wide["names"]:
                lines += ["#if COVEY_WIDE_IDS", f'        {plain}, EntryPoint = "{self.wide["names"][name]}")]',
                          "#else", f"        {plain})]", "#endif"]
            else:
                lines.append(f"        {plain})]")
            returns = self.type(one.returns)
            if returns == "covey_bool":
                lines.append("        [return: MarshalAs(UnmanagedType.I1)]")
                returns = "bool"
            lines.append(f"        public static extern {returns} {name}({self.parameters(one.params)});")
        return lines

    def layout(self):
        """A method that names the first struct that does not lie as in C; NULL is the right answer."""
        lines = ["", "        /// <summary>The first struct or member that lies elsewhere than in C on a machine of",
                 "        /// 64 bits; null if all lie right.</summary>", "        public static string WrongLayout()",
                 "        {"]
        for condition, layouts in zip(("#if !COVEY_WIDE_IDS", "#else"), self.layouts):
            lines.append(condition)
            for name, (size, offsets) in layouts.items():
                lines.append(f'            if (sizeof({name}) != {size}) return "{name}";')
                for member, kind in self.interface.structs[name]:
                    at = self.address(member, kind)
                    lines.append(f'            {{ {name} a; if ((byte*){at} - (byte*)&a != {offsets[member]}) '
                                 f'return "{name}.{member}"; }}')
        return lines + ["#endif", "            return null;", "        }"]

    def address(self, member, kind):
        of = kind
        while of.kind == "array":
            of = of.of
        if kind.kind == "array" and self.type(of) in FIXED:
            return f"a.{word(member)}"
        if kind.kind == "array" and (of.kind == "pointer" or self.type(of) == "UIntPtr"):
            return f"&a.{member}_0"
        return f"&a.{word(member)}"

    def source(self):
        for name, kind in self.interface.aliases.items():
            if kind.kind == "function":
                self.delegate(name, kind)
        structs = self.structs()
        lines = self.enums() + structs + self.rows + self.delegates
        lines.append(LIBRARY.rstrip("\n"))
        lines += self.constants() + self.functions() + self.layout() + ["    }", "}"]
        return HEAD + "\n".join(lines) + "\n"


class Alias:
    """A pointer to the function that a typedef names."""

    def __init__(self, function):
        self.kind, self.of = "pointer", function
