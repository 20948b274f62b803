// SPDX-License-Identifier: MIT
//! covey simulates flocks, with the same bits everywhere. [`World`] frees itself and returns
//! [`Error`] where C returns a status; [`sys`] is the whole interface of C, for all that is not here.
//!
//! ```
//! let mut def = covey::world_def();
//! def.space = covey::torus(100.0, 100.0);
//! def.seed = 42;
//! let mut world = covey::World::new(&def)?;
//! let boids = covey::Flock {
//!     model: "formal",
//!     count: 500,
//!     settings: &[("r_c", 10.0), ("r_s", 2.0), ("r_a", 5.0), ("K_a", 0.1)],
//!     ..Default::default()
//! };
//! world.add(&boids)?;
//! for _ in 0..100 {
//!     world.step(0.05)?;
//! }
//! assert_eq!(world.hash(), 0xb946_0643_c364_bbeb);
//! # Ok::<(), covey::Error>(())
//! ```

pub mod sys;

use std::ffi::{CStr, CString};
use std::os::raw::{c_char, c_int, c_void};
use std::ptr;
use sys::*;

/// A call that was refused, or a step that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    pub status: covey_status,
    pub message: String,
}

impl std::fmt::Display for Error {
    fn fmt(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
        to.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// The text of a string of C; empty for NULL.
fn text(from: *const c_char) -> String {
    if from.is_null() {
        return String::new();
    }
    unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned()
}

/// Calls a function of C with a place for its error.
fn check(call: impl FnOnce(*mut covey_error) -> covey_status) -> Result<()> {
    let mut error = covey_error { status: COVEY_OK, line: 0, column: 0, step: 0, id: 0, flock: 0, message: [0; 256] };
    match call(&mut error) {
        COVEY_OK => Ok(()),
        status if error.status == status => Err(Error { status, message: text(error.message.as_ptr()) }),
        status => Err(Error { status, message: text(unsafe { covey_status_text(status) }) }),
    }
}

fn c_text(from: &str) -> Result<CString> {
    CString::new(from).map_err(|_| Error { status: COVEY_ARG, message: format!("{from:?} has a zero byte") })
}

/// The definition of a world to start from: an open plane, seed 1, one thread.
pub fn world_def() -> covey_world_def {
    unsafe { covey_world_def_default() }
}

pub fn torus(width: f64, height: f64) -> covey_space {
    unsafe { covey_space_torus(width, height) }
}

/// The settings of a definition, as C takes them.
struct Settings {
    _names: Vec<CString>,
    rows: Vec<covey_setting>,
}

impl Settings {
    fn new(from: &[(&str, f64)]) -> Result<Settings> {
        let names = from.iter().map(|(name, _)| c_text(name)).collect::<Result<Vec<_>>>()?;
        let row = |(name, one): (&CString, &(&str, f64))| covey_setting { name: name.as_ptr(), value: one.1 };
        let rows = names.iter().zip(from).map(row).collect();
        Ok(Settings { _names: names, rows })
    }
}

/// A flock to add. `def` has what else is said of it.
pub struct Flock<'a> {
    pub name: &'a str,
    pub model: &'a str,
    pub count: usize,
    pub settings: &'a [(&'a str, f64)],
    pub def: covey_flock_def,
}

impl Default for Flock<'_> {
    fn default() -> Self {
        let def = unsafe { covey_flock_def_default() };
        Flock { name: "flock", model: "reynolds", count: 0, settings: &[], def }
    }
}

/// A world of C. Calls that change it take it mutably.
pub struct World(*mut covey_world);

// A world belongs to one thread at a time; const calls may run side by side (covey/world.h).
unsafe impl Send for World {}
unsafe impl Sync for World {}

impl Drop for World {
    fn drop(&mut self) {
        unsafe { covey_world_destroy(self.0) }
    }
}

impl World {
    pub fn new(def: &covey_world_def) -> Result<World> {
        let mut made = ptr::null_mut();
        check(|error| unsafe { covey_world_create(def, &mut made, error) })?;
        Ok(World(made))
    }

    /// The world for functions of [`sys`], for as long as this one lives.
    pub fn as_ptr(&mut self) -> *mut covey_world {
        self.0
    }

    /// Adds a flock and returns its number.
    pub fn add(&mut self, flock: &Flock) -> Result<c_int> {
        let (name, model) = (c_text(flock.name)?, c_text(flock.model)?);
        let settings = Settings::new(flock.settings)?;
        let mut def = flock.def;
        def.name = name.as_ptr();
        def.model = model.as_ptr();
        def.count = flock.count;
        def.settings = settings.rows.as_ptr();
        def.settings_count = settings.rows.len();
        let mut number = -1;
        check(|error| unsafe { covey_world_add(self.0, &def, &mut number, error) })?;
        Ok(number)
    }

    pub fn step(&mut self, dt: f64) -> Result<()> {
        match unsafe { covey_world_step(self.0, dt) } {
            COVEY_OK => Ok(()),
            status => Err(Error { status, message: text(unsafe { (*covey_world_error(self.0)).message.as_ptr() }) }),
        }
    }

    pub fn steps(&self) -> u64 {
        unsafe { covey_world_steps(self.0) }
    }

    pub fn hash(&self) -> u64 {
        unsafe { covey_world_hash(self.0) }
    }

    pub fn count(&self, flock: c_int) -> usize {
        unsafe { covey_world_view(self.0, flock) }.count
    }

    /// The ids of a flock's agents, in the order of its columns.
    pub fn ids(&self, flock: c_int) -> &[covey_id] {
        let view = unsafe { covey_world_view(self.0, flock) };
        slice(view.id, view.count)
    }

    /// Positions of a flock's agents on an axis, L; empty for an axis that the space lacks.
    pub fn positions(&self, flock: c_int, axis: usize) -> &[f64] {
        let view = unsafe { covey_world_view(self.0, flock) };
        slice(view.pos[axis], view.count)
    }

    /// Velocities of a flock's agents on an axis, L/T.
    pub fn velocities(&self, flock: c_int, axis: usize) -> &[f64] {
        let view = unsafe { covey_world_view(self.0, flock) };
        slice(view.vel[axis], view.count)
    }

    pub fn get(&self, flock: c_int, id: covey_id) -> Result<covey_pose> {
        let none = covey_vec { x: 0.0, y: 0.0, z: 0.0 };
        let mut pose = covey_pose { pos: none, vel: none };
        check(|error| unsafe { covey_world_get(self.0, flock, id, &mut pose, error) })?;
        Ok(pose)
    }

    pub fn put(&mut self, flock: c_int, id: covey_id, pose: covey_pose) -> Result<()> {
        check(|error| unsafe { covey_world_put(self.0, flock, id, pose, error) })
    }

    pub fn push(&mut self, flock: c_int, id: covey_id, change: covey_vec) -> Result<()> {
        check(|error| unsafe { covey_world_push(self.0, flock, id, change, error) })
    }

    pub fn spawn(&mut self, flock: c_int, pose: covey_pose) -> Result<covey_id> {
        let mut id = 0;
        check(|error| unsafe { covey_world_spawn(self.0, flock, pose, &mut id, error) })?;
        Ok(id)
    }

    pub fn remove(&mut self, flock: c_int, id: covey_id) -> Result<()> {
        check(|error| unsafe { covey_world_remove(self.0, flock, id, error) })
    }

    /// Sets a parameter of a flock's model or motion.
    pub fn set(&mut self, flock: c_int, name: &str, value: f64) -> Result<()> {
        let name = c_text(name)?;
        check(|error| unsafe { covey_world_set(self.0, flock, name.as_ptr(), value, error) })
    }

    /// Adds an influence on all flocks; as many columns of points as the space has axes, or none.
    pub fn influence(&mut self, kind: &str, settings: &[(&str, f64)], points: &[&[f64]]) -> Result<c_int> {
        let (kind, settings) = (c_text(kind)?, Settings::new(settings)?);
        let columns = columns_of(points)?;
        let mut def = unsafe { covey_influence_def_default() };
        def.kind = kind.as_ptr();
        def.settings = settings.rows.as_ptr();
        def.settings_count = settings.rows.len();
        def.points = columns;
        def.points_count = points.first().map_or(0, |column| column.len());
        let mut handle = -1;
        check(|error| unsafe { covey_world_influence_add(self.0, &def, &mut handle, error) })?;
        Ok(handle)
    }

    /// Moves the outline of an influence.
    pub fn influence_move(&mut self, handle: c_int, points: &[&[f64]]) -> Result<()> {
        let wanted = unsafe { covey_world_influence(self.0, handle) }.points_count;
        if points.iter().any(|column| column.len() != wanted) {
            return Err(Error { status: COVEY_ARG, message: format!("an outline of {wanted} points is expected") });
        }
        let columns = columns_of(points)?;
        check(|error| unsafe { covey_world_influence_move(self.0, handle, columns.as_ptr(), error) })
    }

    pub fn influence_remove(&mut self, handle: c_int) -> Result<()> {
        check(|error| unsafe { covey_world_influence_remove(self.0, handle, error) })
    }

    /// Makes questions fast until the world changes next.
    pub fn prepare(&mut self) -> Result<()> {
        check(|error| unsafe { covey_world_prepare(self.0, error) })
    }

    /// Agents of a flock, or of COVEY_ALL_FLOCKS, within a radius, the nearest first.
    pub fn near(&self, flock: c_int, center: covey_vec, radius: f64) -> Result<Vec<covey_neighbor>> {
        let mut found: Vec<covey_neighbor> = Vec::new();
        let to = &mut found as *mut Vec<covey_neighbor> as *mut c_void;
        check(|_| unsafe { covey_world_near(self.0, flock, center, radius, Some(collect), to) })?;
        Ok(found)
    }

    /// Instances for a graphics card, between the last two steps: x, y, (z) and heading of each agent.
    pub fn interpolate(&self, flock: c_int, alpha: f64, instances: &mut [f32]) -> Result<()> {
        let view = unsafe { covey_world_view(self.0, flock) };
        let each = if view.pos[2].is_null() { 4 } else { 6 };
        if instances.len() < view.count * each {
            return Err(Error { status: COVEY_ARG, message: format!("{} agents take more floats", view.count) });
        }
        let mut to: covey_instances = unsafe { std::mem::zeroed() };
        to.out = instances.as_mut_ptr();
        check(|_| unsafe { covey_world_interpolate(self.0, flock, alpha, &to) })
    }

    /// The whole world as bytes.
    pub fn save(&self) -> Result<Vec<u8>> {
        let mut bytes = vec![0; unsafe { covey_world_snapshot_size(self.0) }];
        check(|_| unsafe { covey_world_save(self.0, bytes.as_mut_ptr() as *mut c_void, bytes.len()) })?;
        Ok(bytes)
    }

    pub fn restore(&mut self, bytes: &[u8]) -> Result<()> {
        let from = bytes.as_ptr() as *const c_void;
        check(|error| unsafe { covey_world_restore(self.0, from, bytes.len(), error) })
    }
}

fn slice<'a, T>(from: *const T, count: usize) -> &'a [T] {
    if from.is_null() || count == 0 {
        return &[];
    }
    unsafe { std::slice::from_raw_parts(from, count) }
}

fn columns_of(points: &[&[f64]]) -> Result<[*const f64; COVEY_AXES as usize]> {
    if points.len() > COVEY_AXES as usize || points.iter().any(|column| column.len() != points[0].len()) {
        return Err(Error { status: COVEY_ARG, message: "columns of points differ in length, or are too many".into() });
    }
    let mut columns = [ptr::null(); COVEY_AXES as usize];
    for (to, column) in columns.iter_mut().zip(points) {
        *to = column.as_ptr();
    }
    Ok(columns)
}

unsafe extern "C" fn collect(context: *mut c_void, agent: *const covey_neighbor) -> bool {
    (*(context as *mut Vec<covey_neighbor>)).push(*agent);
    true
}
