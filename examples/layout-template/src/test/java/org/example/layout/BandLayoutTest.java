package org.example.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.asterism.api.data.Buffer;
import org.asterism.api.data.DataView;
import org.asterism.api.data.Layout;
import org.asterism.tck.LayoutContract;
import org.junit.jupiter.api.Test;

/** Runs the layout through the contract of all layouts, and tests what it refuses. */
final class BandLayoutTest extends LayoutContract {
    private static Layout create(Map<String, ?> parameters) {
        return new BandLayoutFactory().create(parameters);
    }

    @Override
    protected Layout layout() {
        return create(Map.of("rows", 9, "lower", 2, "upper", 1));
    }

    @Override
    protected Layout other() {
        return create(Map.of("rows", 9, "lower", 2, "upper", 2));
    }

    @Override
    protected void write(DataView view, RandomGenerator numbers) {
        BandView band = (BandView) view;
        for (long row = 0; row < band.rows(); row++) {
            for (long column = band.firstColumn(row); column <= band.lastColumn(row); column++) {
                band.set(row, column, numbers.nextDouble());
            }
        }
    }

    @Override
    protected List<?> read(DataView view) {
        BandView band = (BandView) view;
        List<Double> all = new ArrayList<>();
        for (long row = 0; row < band.rows(); row++) {
            for (long column = band.firstColumn(row); column <= band.lastColumn(row); column++) {
                all.add(band.get(row, column));
            }
        }
        return all;
    }

    @Test
    void shouldRefuseParametersThatAreWrongOrUnknown() {
        assertRefused(Map.of("rows", 4, "lower", -1, "upper", 1), "lower=-1", "0 to");
        assertRefused(Map.of("rows", 4, "lower", 1), "upper=null", "0 or more");
        assertRefused(Map.of("rows", 4, "lower", 1, "upper", 1, "columns", 4), "'columns'", "lower, rows, upper");
    }

    private static void assertRefused(Map<String, ?> parameters, String culprit, String remedy) {
        String message = assertThrows(IllegalArgumentException.class, () -> create(parameters))
                .getMessage();
        assertTrue(message.contains(culprit) && message.contains(remedy), message);
    }

    @Test
    void shouldRefuseElementsOutsideOfTheBand() {
        Layout layout = new BandLayout(3, 1, 0);
        BandView band = (BandView) layout.view(List.of(Buffer.dense(
                MemorySegment.ofArray(new double[6]), layout.buffers().getFirst())));
        band.set(2, 1, 7);
        assertEquals(7, band.get(2, 1));
        for (long[] element : new long[][] {{0, 1}, {2, 0}, {-1, 0}, {3, 2}, {0, -1}}) {
            assertThrows(IndexOutOfBoundsException.class, () -> band.get(element[0], element[1]));
        }
    }
}
