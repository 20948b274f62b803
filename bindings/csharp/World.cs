// SPDX-License-Identifier: MIT
// A world for programs in C#: it frees itself, takes strings and arrays, and throws CoveyException where
// C returns a status. For all that is not here, Handle is the world that the functions of class C take.
#if COVEY_WIDE_IDS
using covey_id = System.UInt64;
#else
using covey_id = System.UInt32;
#endif
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Covey
{
    /// <summary>A call was refused, or a step failed.</summary>
    public sealed class CoveyException : Exception
    {
        public covey_status Status { get; private set; }

        public CoveyException(covey_status status, string message) : base(message) { Status = status; }
    }

    public static unsafe partial class C
    {
        /// <summary>The text of a zero-terminated string; null for NULL.</summary>
        public static string Text(byte* from)
        {
            if (from == null)
                return null;
            int length = 0;
            while (from[length] != 0)
                length++;
            byte[] bytes = new byte[length];
            Marshal.Copy((IntPtr)from, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>A text as C takes it; null for null.</summary>
        public static byte[] Bytes(string text)
        {
            return text == null ? null : Encoding.UTF8.GetBytes(text + "\0");
        }

        /// <summary>Throws what `error` says unless the status is COVEY_OK.</summary>
        public static void Check(covey_status status, covey_error* error)
        {
            if (status == covey_status.COVEY_OK)
                return;
            bool same = error != null && error->status == status;
            throw new CoveyException(status, same ? Text(error->message) : Text(covey_status_text(status)));
        }
    }

    /// <summary>Memory of C for texts and numbers of a definition, until it is disposed of.</summary>
    sealed unsafe class Lent : IDisposable
    {
        readonly List<IntPtr> blocks = new List<IntPtr>();

        public void* Take(int size)
        {
            IntPtr block = Marshal.AllocHGlobal(Math.Max(size, 1));
            blocks.Add(block);
            return (void*)block;
        }

        public byte* Text(string text)
        {
            byte[] bytes = C.Bytes(text);
            if (bytes == null)
                return null;
            byte* to = (byte*)Take(bytes.Length);
            Marshal.Copy(bytes, 0, (IntPtr)to, bytes.Length);
            return to;
        }

        public double* Numbers(double[] numbers)
        {
            if (numbers == null)
                return null;
            double* to = (double*)Take(numbers.Length * sizeof(double));
            Marshal.Copy(numbers, 0, (IntPtr)to, numbers.Length);
            return to;
        }

        public covey_setting* Settings(IDictionary<string, double> settings)
        {
            if (settings == null)
                return null;
            covey_setting* to = (covey_setting*)Take(settings.Count * sizeof(covey_setting));
            int index = 0;
            foreach (KeyValuePair<string, double> one in settings) {
                to[index].name = Text(one.Key);
                to[index++].value = one.Value;
            }
            return to;
        }

        public void Dispose()
        {
            foreach (IntPtr block in blocks)
                Marshal.FreeHGlobal(block);
            blocks.Clear();
        }
    }

    /// <summary>A world of C. One thread at a time calls what changes it.</summary>
    public sealed unsafe class World : IDisposable
    {
        /// <summary>The world that functions of class C take; NULL after Dispose().</summary>
        public covey_world* Handle { get; private set; }

        public World(covey_world_def def)
        {
            covey_error error;
            covey_world* made;
            C.Check(C.covey_world_create(&def, &made, &error), &error);
            Handle = made;
        }

        ~World() { Free(); }

        public void Dispose()
        {
            Free();
            GC.SuppressFinalize(this);
        }

        void Free()
        {
            C.covey_world_destroy(Handle);
            Handle = null;
        }

        /// <summary>Adds a flock of a model; `def` has what else is said of it, its texts as C takes them.</summary>
        public int Add(string name, string model, int count, IDictionary<string, double> settings,
                       covey_flock_def def)
        {
            using (Lent lent = new Lent()) {
                def.name = lent.Text(name);
                def.model = lent.Text(model);
                def.count = (UIntPtr)(uint)count;
                if (settings != null) {
                    def.settings = lent.Settings(settings);
                    def.settings_count = (UIntPtr)(uint)settings.Count;
                }
                covey_error error;
                int flock;
                C.Check(C.covey_world_add(Handle, &def, &flock, &error), &error);
                return flock;
            }
        }

        public int Add(string name, string model, int count, IDictionary<string, double> settings)
        {
            return Add(name, model, count, settings, C.covey_flock_def_default());
        }

        public void Step(double dt)
        {
            covey_status status = C.covey_world_step(Handle, dt);
            if (status != covey_status.COVEY_OK)
                C.Check(status, C.covey_world_error(Handle));
        }

        public ulong Steps { get { return C.covey_world_steps(Handle); } }

        public ulong Hash { get { return C.covey_world_hash(Handle); } }

        /// <summary>Agents of a flock, in columns that are valid until the world changes.</summary>
        public covey_view View(int flock) { return C.covey_world_view(Handle, flock); }

        public int Count(int flock) { return (int)View(flock).count; }

        public covey_pose Get(int flock, covey_id id)
        {
            covey_error error;
            covey_pose pose;
            C.Check(C.covey_world_get(Handle, flock, id, &pose, &error), &error);
            return pose;
        }

        public void Put(int flock, covey_id id, covey_pose pose)
        {
            covey_error error;
            C.Check(C.covey_world_put(Handle, flock, id, pose, &error), &error);
        }

        public void Push(int flock, covey_id id, covey_vec change)
        {
            covey_error error;
            C.Check(C.covey_world_push(Handle, flock, id, change, &error), &error);
        }

        public covey_id Spawn(int flock, covey_pose pose)
        {
            covey_error error;
            covey_id id;
            C.Check(C.covey_world_spawn(Handle, flock, pose, &id, &error), &error);
            return id;
        }

        public void Remove(int flock, covey_id id)
        {
            covey_error error;
            C.Check(C.covey_world_remove(Handle, flock, id, &error), &error);
        }

        /// <summary>Sets a parameter of a flock's model or motion.</summary>
        public void Set(int flock, string name, double value)
        {
            covey_error error;
            fixed (byte* text = C.Bytes(name))
                C.Check(C.covey_world_set(Handle, flock, text, value, &error), &error);
        }

        /// <summary>Adds an influence, on one flock or (null) on all; columns of points may be null.</summary>
        public int AddInfluence(string kind, string flock, IDictionary<string, double> settings,
                                params double[][] points)
        {
            foreach (double[] column in points)
                if (column.Length != points[0].Length)
                    throw new ArgumentException("columns of points differ in length");
            using (Lent lent = new Lent()) {
                covey_influence_def def = C.covey_influence_def_default();
                def.kind = lent.Text(kind);
                def.flock = lent.Text(flock);
                def.settings = lent.Settings(settings);
                def.settings_count = (UIntPtr)(uint)(settings == null ? 0 : settings.Count);
                def.points_count = (UIntPtr)(uint)(points.Length == 0 ? 0 : points[0].Length);
                def.points_0 = points.Length > 0 ? lent.Numbers(points[0]) : null;
                def.points_1 = points.Length > 1 ? lent.Numbers(points[1]) : null;
                def.points_2 = points.Length > 2 ? lent.Numbers(points[2]) : null;
                covey_error error;
                int handle;
                C.Check(C.covey_world_influence_add(Handle, &def, &handle, &error), &error);
                return handle;
            }
        }

        public void MoveInfluence(int handle, params double[][] points)
        {
            using (Lent lent = new Lent()) {
                ulong count = (ulong)C.covey_world_influence(Handle, handle).points_count;
                double*[] columns = new double*[3];
                for (int axis = 0; axis < points.Length && axis < columns.Length; axis++) {
                    if ((ulong)points[axis].Length != count)
                        throw new ArgumentException("the outline has " + count + " points");
                    columns[axis] = lent.Numbers(points[axis]);
                }
                covey_error error;
                fixed (double** all = columns)
                    C.Check(C.covey_world_influence_move(Handle, handle, all, &error), &error);
            }
        }

        public void RemoveInfluence(int handle)
        {
            covey_error error;
            C.Check(C.covey_world_influence_remove(Handle, handle, &error), &error);
        }

        /// <summary>Makes questions fast until the world changes next.</summary>
        public void Prepare()
        {
            covey_error error;
            C.Check(C.covey_world_prepare(Handle, &error), &error);
        }

        /// <summary>Agents within a radius, the nearest first, added to `found`; a flock or -1.</summary>
        public void Near(int flock, covey_vec center, double radius, List<covey_neighbor> found)
        {
            covey_visit_agent visit = (context, agent) => { found.Add(*agent); return true; };
            C.Check(C.covey_world_near(Handle, flock, center, radius, visit, null), null);
            GC.KeepAlive(visit);
        }

        /// <summary>As many agents as `nearest` has room for; their number is returned.</summary>
        public int Nearest(int flock, covey_vec center, covey_neighbor[] nearest)
        {
            UIntPtr count;
            fixed (covey_neighbor* to = nearest)
                C.Check(C.covey_world_nearest(Handle, flock, center, (UIntPtr)(uint)nearest.Length, to, &count), null);
            return (int)count;
        }

        /// <summary>Instances for a graphics card, between the last two steps: x, y (z) and heading of each
        /// agent, or another form; `origin` is subtracted in doubles.</summary>
        public void Interpolate(int flock, double alpha, float[] instances,
                                covey_instance_form form = covey_instance_form.COVEY_INSTANCE_HEADING,
                                covey_vec origin = default(covey_vec))
        {
            covey_view view = View(flock);
            long[] floats = { view.pos_2 != null ? 6 : 4, 7, 16, 12 };
            if (form < 0 || (int)form >= floats.Length)
                throw new ArgumentException("there is no form " + form);
            if (instances.Length < (long)view.count * floats[(int)form])
                throw new ArgumentException("the array has room for fewer agents");
            fixed (float* to = instances) {
                covey_instances place = new covey_instances();
                place.@out = to;
                place.form = form;
                place.origin = origin;
                if ((long)view.count > 0)
                    C.Check(C.covey_world_interpolate(Handle, flock, alpha, &place), null);
            }
        }

        /// <summary>The whole world as bytes, for Restore().</summary>
        public byte[] Save()
        {
            byte[] bytes = new byte[(long)C.covey_world_snapshot_size(Handle)];
            fixed (byte* to = bytes)
                C.Check(C.covey_world_save(Handle, to, (UIntPtr)(ulong)bytes.Length), null);
            return bytes;
        }

        public void Restore(byte[] bytes)
        {
            covey_error error;
            fixed (byte* from = bytes)
                C.Check(C.covey_world_restore(Handle, from, (UIntPtr)(ulong)bytes.Length, &error), &error);
        }
    }
}
