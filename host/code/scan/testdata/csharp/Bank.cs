// Bank.cs: class Nope { }
#nullable enable
using System;
using Json = System.Text.Json;

namespace Example.Bank
{
    /// <summary>A bank.</summary>
    [Serializable, Display(Name = "x {")]
    public sealed partial class Bank<T> : Base<T>, IDisposable where T : class, new() // def: Bank
    {
        private readonly Dictionary<string, List<int>> _books = new() { ["a"] = new() { 1 } };
        private const string Path = @"C:\"; 
        public string Name { get; set; } = "{";
        public int Count => _books.Count;
        public event EventHandler? Changed;

        #region Making
        public Bank(string name) : base(name) // def: Bank.Bank
        {
            Name = $"bank {name.Replace("}", "{")}";
        }
        #endregion

        ~Bank() { Dispose(); } // def: Bank.~Bank

        public string Long // def: Bank.Long
        {
            get { return Name; }
            set { Name = value; }
        }

        /// <inheritdoc/>
        [Obsolete("use { other")]
        public async Task<IList<T>> FindAsync<TKey>(TKey key, Func<T, bool>? f = null) where TKey : notnull // def: Bank.FindAsync
        {
            int Local(int x) { return x; }
            await Task.Delay(1);
            return """
                void No() { }
                """.Select(c => new T()).ToList();
        }

        public override string ToString() => $"{Name}: {_books.Count}"; // def: Bank.ToString
        public int this[int i] { get { return i; } } // def: Bank.this
        public static bool operator ==(Bank<T> a, Bank<T> b) => true; // def: Bank.operator==
        protected abstract void Close(); // def: Bank.Close
        (int, string) Pair(int a) => (a, ""); // def: Bank.Pair
        void IDisposable.Dispose() { } // def: Bank.Dispose

        private struct Entry // def: Bank.Entry
        {
            public int Amount;
            public int Twice() { return Amount * 2; } // def: Bank.Entry.Twice
        }
    }

    public interface IBook // def: IBook
    {
        int Pages { get; }
        void Open(string name); // def: IBook.Open
    }

    public enum Color { Red = '{', Green } // def: Color
    public delegate Task<T> Maker<T>(string name); // def: Maker
    public record Point(int X, int Y); // def: Point
    public readonly record struct Size(int W) // def: Size
    {
        public int Area() => W * W; // def: Size.Area
    }
    public static class Extensions // def: Extensions
    {
        public static int @class(this string s) // def: Extensions.class
        {
            return s.Length;
        }
    }
}
