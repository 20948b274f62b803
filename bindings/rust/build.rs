// SPDX-License-Identifier: MIT
//! COVEY_LIBRARIES names the folder of libcovey where it is not one that the linker knows.

fn main() {
    println!("cargo:rerun-if-env-changed=COVEY_LIBRARIES");
    if let Ok(folder) = std::env::var("COVEY_LIBRARIES") {
        println!("cargo:rustc-link-search=native={folder}");
        println!("cargo:rustc-link-arg=-Wl,-rpath,{folder}");
    }
}
