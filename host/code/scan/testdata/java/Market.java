/* Copyright: class Nope {} */
package org.example.market;

import java.util.*;
import static java.util.Map.Entry;

/**
 * A market of {@code "goods"}.
 *
 * @since 1
 */
@SuppressWarnings({"unchecked", "a(b{"})
public abstract class Market<T extends Comparable<? super T>> // def: Market
    extends Base<T> implements Iterable<T>, Runnable {
  private static final char OPEN = '{', QUOTE = '\'';
  private int[] sizes = {1, 2, 3};
  final Runnable r = new Runnable() {
    @Override public void run() {}
  };
  Map<String, List<T>> goods = build(x -> { return x; });

  static { System.out.println("static {"); }

  /** Opens it. */
  protected Market(int size) { // def: Market.Market
    super(size);
  }

  @Override
  @Named(value = "x")
  public <K, V extends Map<K, ?>> Map<K, V[]> group(final K key, V... values) // def: Market.group
      throws java.io.IOException, Failure {
    class Local { void local() {} }
    return new HashMap<>() {{ put(key, values); }};
  }

  abstract void close() throws Exception; // def: Market.close
  public native int size(); // def: Market.size
  int legacy()[] { return null; } // def: Market.legacy

  String text() { // def: Market.text
    return """
        void no() { "quoted" }
        """;
  }

  @Deprecated static synchronized final class Stall { // def: Market.Stall
    Stall() {} // def: Market.Stall.Stall
    void sell() { if (x) { y(); } } // def: Market.Stall.sell
  }

  public interface Visitor<R> { // def: Market.Visitor
    int LIMIT = 3;
    R visit(Market<?> m); // def: Market.Visitor.visit
    default R lock(int a) { return null; } // def: Market.Visitor.lock
  }

  enum State implements Visitor<String> { // def: Market.State
    OPEN("o") { @Override int code() { return 1; } },
    CLOSED("c");

    private final String s;
    State(String s) { this.s = s; } // def: Market.State.State
    int code() { return 0; } // def: Market.State.code
  }
}

enum Simple { A, B } // def: Simple

record Point<T>(int x, @NonNull T y) implements Comparable<Point<T>> { // def: Point
  static int count;
  Point { // def: Point.Point
    if (x < 0) throw new IllegalArgumentException();
  }
  Point(int x) { this(x, null); } // def: Point.Point
  public int compareTo(Point<T> o) { return x - o.x; } // def: Point.compareTo
}

@Retention(RetentionPolicy.RUNTIME)
public @interface Named { // def: Named
  String value() default "a;{"; // def: Named.value
  int[] sizes() default {1, 2}; // def: Named.sizes
}
sealed interface Node permits Leaf {} // def: Node
non-sealed class Leaf implements Node { // def: Leaf
  int record = 1;
  int record() { return record; } // def: Leaf.record
}
