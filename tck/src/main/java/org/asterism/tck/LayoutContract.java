package org.asterism.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.asterism.api.data.BufferShape;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Layout;
import org.junit.jupiter.api.Test;

/**
 * Contract of every layout of data; see {@link Layout}. A runtime allocates and copies the buffers that
 * {@link Layout#buffers} names, with or without gaps between runs. Kernels see the data through {@link Layout#view}.
 * Both must refer to the same bytes.
 */
public abstract class LayoutContract {
    private static final long NUMBERS = 1;
    private static final long OTHER_NUMBERS = 2;

    /** Called by subclasses. */
    protected LayoutContract() {}

    /**
     * Returns the layout under test, for data of a few hundred bytes.
     *
     * @return new layout at each call, with the same shape
     */
    protected abstract Layout layout();

    /**
     * Returns a layout of the same kind with other sizes.
     *
     * @return layout that differs from {@link #layout}
     */
    protected abstract Layout other();

    /**
     * Writes all of the data, as a kernel would.
     *
     * @param view view of a copy of {@link #layout}
     * @param numbers source of the values, where they are arbitrary
     */
    protected abstract void write(DataView view, RandomGenerator numbers);

    /**
     * Reads all of the data, as a kernel would.
     *
     * @param view view of a copy of {@link #layout}
     * @return values, in any fixed order
     */
    protected abstract List<?> read(DataView view);

    private LayoutCopy written(LayoutCopy copy) {
        write(copy.view(), new SplittableRandom(NUMBERS));
        return copy;
    }

    @Test
    void shouldNameItsKind() {
        assertFalse(layout().kind().isBlank(), "kind() is for people and must not be blank");
        assertEquals(layout().kind(), other().kind(), "kind() of two layouts of a kind");
    }

    @Test
    void shouldHaveTheSameBuffersAtEveryCall() {
        Layout layout = layout();
        assertEquals(layout.buffers(), layout.buffers(), "buffers() of one layout, asked twice");
        assertEquals(layout.buffers(), layout().buffers(), "buffers() of two layouts of the same shape");
    }

    @Test
    void shouldTakeAsManyBytesAsItsBuffers() {
        long sum = layout().buffers().stream().mapToLong(BufferShape::bytes).sum();
        assertEquals(sum, layout().bytes(), "bytes()");
    }

    @Test
    void shouldEqualALayoutOfTheSameShape() {
        assertEquals(layout(), layout(), "two layouts of the same shape");
        assertEquals(layout().hashCode(), layout().hashCode(), "hash codes of equal layouts");
        assertEquals(layout().footprint(), layout().footprint(), "footprints of equal layouts");
    }

    @Test
    void shouldDifferFromALayoutOfAnotherShape() {
        assertNotEquals(layout(), other(), "layout() and other()");
        assertNotEquals(layout().footprint(), other().footprint(), "footprints of layout() and other()");
    }

    @Test
    void shouldViewTheMemoryItIsGiven() {
        LayoutCopy copy = LayoutCopy.dense(layout());
        if (!copy.buffers().isEmpty()) {
            assertEquals(
                    copy.buffers().getFirst().segment().address(),
                    copy.view().segment().address(),
                    "where the view's segment begins: that is the first buffer");
        }
    }

    @Test
    void shouldReadWhatWasWrittenThroughAnotherView() {
        LayoutCopy copy = written(LayoutCopy.dense(layout()));
        List<?> first = read(copy.view());
        write(copy.view(), new SplittableRandom(OTHER_NUMBERS));
        assertNotEquals(first, read(copy.view()), "what was read before and after other numbers were written");
        assertEquals(read(copy.view()), read(copy.view()), "what two views of a copy read");
    }

    @Test
    void shouldReadTheSameFromACopyWithGaps() {
        LayoutCopy dense = written(LayoutCopy.dense(layout()));
        LayoutCopy withGaps = LayoutCopy.withGaps(layout());
        withGaps.take(dense);
        assertEquals(read(dense.view()), read(withGaps.view()), "a copy of the runs that buffers() names, with gaps");
    }

    @Test
    void shouldWriteTheSameToACopyWithGaps() {
        LayoutCopy withGaps = written(LayoutCopy.withGaps(layout()));
        LayoutCopy dense = LayoutCopy.dense(layout());
        dense.take(withGaps);
        assertEquals(
                read(written(LayoutCopy.dense(layout())).view()),
                read(dense.view()),
                "the runs that buffers() names, of a copy with gaps that was written");
    }

    @Test
    void shouldLeaveGapsAlone() {
        assertTrue(
                written(LayoutCopy.withGaps(layout())).hasUntouchedGaps(),
                "a kernel has written between the runs that buffers() names: others' data may lie there");
        assertTrue(
                written(LayoutCopy.dense(layout())).hasUntouchedGaps(),
                "a kernel has written before the first of the runs that buffers() names");
    }
}
