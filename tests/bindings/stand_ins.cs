// SPDX-License-Identifier: MIT
// Stand-ins for what docs/game-engines.md uses of Godot and Unity, so that mono compiles its classes.
using System;

namespace Godot
{
    public sealed class ExportAttribute : Attribute
    {
    }

    public class MultiMesh
    {
        public enum TransformFormatEnum { Transform2D, Transform3D }

        public int InstanceCount { get; set; }
        public TransformFormatEnum TransformFormat { get; set; }
        public float[] Buffer { get; set; }
    }

    public class MultiMeshInstance3D
    {
        public MultiMesh Multimesh { get; set; } = new MultiMesh();

        public virtual void _Ready() { }
        public virtual void _Process(double delta) { }
        public virtual void _ExitTree() { }
    }
}

namespace UnityEngine
{
    public class MonoBehaviour
    {
    }

    public class Mesh
    {
    }

    public class Material
    {
    }

    public struct RenderParams
    {
        public RenderParams(Material material) { }
    }

    public struct Matrix4x4
    {
        float sum;

        public float this[int index]
        {
            get { return sum; }
            set { sum += index * value; }
        }
    }

    public static class Time
    {
        public static float deltaTime = 0.016f;
    }

    public static class Mathf
    {
        public static int Min(int a, int b) { return Math.Min(a, b); }
    }

    public static class Graphics
    {
        public static void RenderMeshInstanced<T>(RenderParams how, Mesh mesh, int submesh, T[] data, int count, int start)
        {
        }
    }
}
