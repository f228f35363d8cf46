package org.asterism.api.data;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Arrays whose elements are their own numbers, row after row, so that an element says where it stands. */
final class Numbered {
    private Numbered() {}

    /**
     * What a filter has cut off.
     *
     * @param layout of the child
     * @param buffers within those of the parent
     */
    record Child(Layout layout, List<Buffer> buffers) {
        DataView view() {
            return layout.view(buffers);
        }
    }

    static List<Child> children(Layout layout, List<Buffer> buffers, Filter filter) {
        List<Child> children = new ArrayList<>();
        for (Part part : filter.split(layout, filter.needsContent() ? buffers : List.of())) {
            part.requireWithin(layout);
            children.add(new Child(part.layout(), part.within(buffers)));
        }
        return children;
    }

    static List<Buffer> withGaps(Layout layout, RandomGenerator random) {
        List<Buffer> buffers = StridedMemory.withGaps(layout, random);
        if (!isArray(layout)) {
            return buffers;
        }
        DataView view = layout.view(buffers);
        long number = 0;
        for (long[] place : places(sizes(layout))) {
            set(view, number++, place);
        }
        return buffers;
    }

    private static boolean isArray(Layout layout) {
        return layout instanceof VectorLayout
                || layout instanceof MatrixLayout
                || layout instanceof BlockLayout
                || layout instanceof TensorLayout;
    }

    static Layout randomArray(Random random) {
        long[] sizes = random.longs(1 + random.nextInt(5), 1, 7).toArray();
        return switch (random.nextBoolean() ? sizes.length : 0) {
            case 1 -> new VectorLayout(ElementType.LONG, sizes[0]);
            case 2 -> new MatrixLayout(ElementType.LONG, sizes[0], sizes[1]);
            case 3 -> new BlockLayout(ElementType.LONG, sizes[0], sizes[1], sizes[2]);
            default -> new TensorLayout(ElementType.LONG, sizes);
        };
    }

    static long[] sizes(Layout layout) {
        return sizes(layout.view(StridedMemory.dense(layout)));
    }

    private static long[] sizes(DataView view) {
        return switch (view) {
            case VariableView variable -> new long[0];
            case VectorView vector -> new long[] {vector.length()};
            case MatrixView matrix -> new long[] {matrix.rows(), matrix.columns()};
            case BlockView block -> new long[] {block.planes(), block.rows(), block.columns()};
            case TensorView tensor -> tensor.sizes();
            default -> throw new AssertionError("no array: " + view);
        };
    }

    private static long get(DataView view, long... place) {
        return switch (view) {
            case VariableView variable -> variable.getLong();
            case VectorView vector -> vector.getLong(place[0]);
            case MatrixView matrix -> matrix.getLong(place[0], place[1]);
            case BlockView block -> block.getLong(place[0], place[1], place[2]);
            case TensorView tensor -> tensor.getLong(tensor.index(place));
            default -> throw new AssertionError("no array: " + view);
        };
    }

    private static void set(DataView view, long value, long... place) {
        switch (view) {
            case VectorView vector -> vector.setLong(place[0], value);
            case MatrixView matrix -> matrix.setLong(place[0], place[1], value);
            case BlockView block -> block.setLong(place[0], place[1], place[2], value);
            case TensorView tensor -> tensor.setLong(tensor.index(place), value);
            default -> throw new AssertionError("no array: " + view);
        }
    }

    /** All elements, row after row. */
    static List<Long> elements(DataView view) {
        return places(sizes(view)).stream().map(place -> get(view, place)).toList();
    }

    private static List<long[]> places(long[] sizes) {
        List<long[]> places = new ArrayList<>();
        places.add(new long[sizes.length]);
        for (int dimension = 0; dimension < sizes.length; dimension++) {
            List<long[]> more = new ArrayList<>();
            for (long[] place : places) {
                for (long index = 0; index < sizes[dimension]; index++) {
                    long[] next = place.clone();
                    next[dimension] = index;
                    more.add(next);
                }
            }
            places = more;
        }
        return places;
    }

    /** Checks that a child with all dimensions of its parent is what the parent has from one element on. */
    static void assertIsABoxOf(DataView parent, DataView child) {
        long first = get(child, new long[sizes(child).length]);
        long[] start = places(sizes(parent)).stream()
                .filter(place -> get(parent, place) == first)
                .findFirst()
                .orElseThrow();
        for (long[] place : places(sizes(child))) {
            long[] inParent = IntStream.range(0, start.length)
                    .mapToLong(dimension -> start[dimension] + place[dimension])
                    .toArray();
            assertEquals(get(parent, inParent), get(child, place));
        }
    }
}
