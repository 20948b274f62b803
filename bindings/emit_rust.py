# SPDX-License-Identifier: MIT
"""covey's interface as Rust: extern "C" functions, structs, and tests of their layout."""

PRIMITIVES = {"bool": "bool", "char": "c_char", "int": "c_int", "float": "f32", "double": "f64",
              "size_t": "usize", "ptrdiff_t": "isize", "void": "c_void", "unsigned int": "u32"}
PRIMITIVES |= {f"int{bits}_t": f"i{bits}" for bits in (8, 16, 32, 64)}
PRIMITIVES |= {f"uint{bits}_t": f"u{bits}" for bits in (8, 16, 32, 64)}
KEYWORDS = set("""abstract as async await become box break const continue do dyn else enum extern false final fn for if impl
    in let loop macro match mod move mut override priv pub ref return static struct trait true try type typeof unsafe
    unsized use virtual where while yield""".split())


def word(name):
    if name == "self":
        return "self_"
    return f"r#{name}" if name in KEYWORDS else name


class Rust:
    def __init__(self, interface, texts, values, layouts, wide):
        self.interface, self.texts, self.values = interface, texts, values
        self.layouts, self.wide = layouts, wide

    def is_function(self, kind):
        return kind.kind == "function" or (kind.kind == "name" and kind.name in self.interface.aliases
                                           and self.interface.aliases[kind.name].kind == "function")

    def type(self, kind):
        if kind.kind == "array":
            return f"[{self.type(kind.of)}; {kind.count}]"
        if kind.kind == "function":
            return self.signature(*kind.params, kind.of)
        if kind.kind == "pointer" and self.is_function(kind.of):
            return f"Option<{self.type(kind.of)}>"
        if kind.kind == "pointer":
            return f"*{'const' if kind.const else 'mut'} {self.type(kind.of)}"
        return PRIMITIVES.get(kind.name, kind.name)

    def arguments(self, params, variadic):
        return ", ".join([f"{word(name)}: {self.type(kind)}" for name, kind in params] + ["..."] * variadic)

    def result(self, kind):
        return "" if kind.kind == "name" and kind.name == "void" else f" -> {self.type(kind)}"

    def signature(self, params, variadic, returns):
        return f'unsafe extern "C" fn({self.arguments(params, variadic)}){self.result(returns)}'

    def text(self, name, indent=""):
        return [f"{indent}/// {line}".rstrip() for line in self.texts.get(name, [])]

    def enums(self):
        lines = []
        for name, values in self.interface.enums.items():
            if name:
                lines.append(f"pub type {name} = c_int;")
            lines += [f"pub const {value}: {name or 'c_int'} = {self.values[value]};" for value in values]
        return lines

    def constants(self):
        lines = []
        for name, (narrow, wide) in self.wide["values"].items():
            if narrow == wide:
                lines.append(f"pub const {name}: {'c_int' if narrow < 2**31 else 'u32'} = {narrow};")
            else:
                lines += ['#[cfg(not(feature = "wide-ids"))]', f"pub const {name}: covey_id = {narrow % 2**32};",
                          '#[cfg(feature = "wide-ids")]', f"pub const {name}: covey_id = {wide % 2**64};"]
        return lines

    def aliases(self):
        lines = []
        for name, kind in self.interface.aliases.items():
            if name == "covey_id":
                lines += ['#[cfg(not(feature = "wide-ids"))]', "pub type covey_id = u32;",
                          '#[cfg(feature = "wide-ids")]', "pub type covey_id = u64;"]
            else:
                lines.append(f"pub type {name} = {self.type(kind)};")
        return lines

    def structs(self):
        lines = []
        for name, members in self.interface.structs.items():
            lines += ["", *self.text(name), "#[repr(C)]"]
            if members is None:
                lines += [f"pub struct {name} {{", "    _private: [u8; 0],", "}"]
                continue
            lines += ["#[derive(Clone, Copy, Debug)]", f"pub struct {name} {{"]
            lines += [f"    pub {word(member)}: {self.type(kind)}," for member, kind in members] + ["}"]
        return lines

    def functions(self):
        lines, made = ["", '#[link(name = "covey")]', 'extern "C" {'], []
        for name, one in self.interface.functions.items():
            init = self.interface.init_of(name)
            if init:
                kind = self.type(one.returns)
                made += ["", *self.text(name), "/// # Safety", "/// None is needed: it is unsafe as all functions here are.",
                         f"pub unsafe fn {name}() -> {kind} {{",
                         f"    let mut def = std::mem::MaybeUninit::<{kind}>::uninit();",
                         f"    {init}(def.as_mut_ptr(), std::mem::size_of::<{kind}>());",
                         "    def.assume_init()", "}"]
                continue
            lines += self.text(name, "    ")
            if name in self.wide["names"]:
                lines.append(f'    #[cfg_attr(feature = "wide-ids", link_name = "{self.wide["names"][name]}")]')
            lines.append(f"    pub fn {name}({self.arguments(one.params, one.variadic)}){self.result(one.returns)};")
        return lines + ["}"] + made

    def layout(self, condition, layouts):
        """A test that each struct has the size and offsets that C gives it."""
        lines = ["", f'#[cfg(all(test, target_pointer_width = "64", {condition}))]', "mod layout {", "    use super::*;",
                 "    use std::mem::{size_of, MaybeUninit};", "    use std::ptr::addr_of;"]
        for name, (size, offsets) in layouts.items():
            lines += ["", "    #[test]", f"    fn {name}_lies_as_in_c() {{",
                      f"        assert_eq!(size_of::<{name}>(), {size});",
                      f"        let place = MaybeUninit::<{name}>::uninit();", "        let start = place.as_ptr();"]
            lines += [f"        assert_eq!(unsafe {{ addr_of!((*start).{word(member)}) }} as usize - start as usize, "
                      f"{offset});" for member, offset in offsets.items()]
            lines.append("    }")
        return lines + ["}"]

    def module(self):
        lines = ["// SPDX-License-Identifier: MIT", "//! Made by tools/bindings of covey's headers: the interface of C.",
                 "#![allow(non_camel_case_types)]", "", "use std::os::raw::{c_char, c_int, c_void};", ""]
        lines += self.aliases() + self.constants() + self.enums() + self.structs() + self.functions()
        lines += self.layout('not(feature = "wide-ids")', self.layouts[0])
        lines += self.layout('feature = "wide-ids"', self.layouts[1])
        return "\n".join(lines) + "\n"
