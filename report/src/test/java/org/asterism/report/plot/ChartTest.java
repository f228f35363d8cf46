package org.asterism.report.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.asterism.api.Architecture;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.report.text.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChartTest {
    private static final int BLUE = 0x0072b2;
    private static final int ORANGE = 0xd55e00;

    @TempDir
    Path folder;

    private static ModelCase measured(
            Architecture architecture, int device, int implementation, long bytes, double mean) {
        return new ModelCase(
                architecture, device, 1, implementation, (int) bytes, bytes, 20, 1, mean, mean / 10, bytes < 1_000_000);
    }

    private static ModelDescription model(List<ModelFit> fits, ModelCase... cases) {
        return new ModelDescription(
                "gemm", ModelDescription.Unit.NANOSECONDS, true, Optional.empty(), List.of(cases), fits);
    }

    private static ModelFit power(double factor, double exponent, long smallest, long largest) {
        return new ModelFit(
                Architecture.CPU,
                0,
                1,
                0,
                ModelFit.Curve.POWER,
                List.of(factor, exponent),
                smallest,
                largest,
                40,
                true);
    }

    /** How many pixels of a colour there are in a column of the picture. */
    private static int pixels(BufferedImage image, int colour, int fromX, int toX) {
        int number = 0;
        for (int x = fromX; x < toX; x++) {
            for (int y = 0; y < image.getHeight(); y++) {
                if ((image.getRGB(x, y) & 0xffffff) == colour) {
                    number++;
                }
            }
        }
        return number;
    }

    @Test
    void shouldDrawASeriesPerPlaceAndImplementation() {
        Chart chart = ModelChart.of(model(
                List.of(power(2, 1, 1000, 100_000)),
                measured(Architecture.CUDA, 1, 0, 1000, 50),
                measured(Architecture.CPU, 0, 1, 1000, 900),
                measured(Architecture.CUDA, 0, 0, 1000, 40),
                measured(Architecture.CPU, 0, 0, 1000, 2000),
                measured(Architecture.CPU, 0, 0, 2_000_000, 4_000_000)));
        assertEquals(
                List.of("cpu, implementation 0", "cpu, implementation 1", "cuda 0", "cuda 1"),
                chart.series().stream().map(Series::name).toList());
        Series first = chart.series().getFirst();
        assertEquals(
                List.of(
                        new Series.Point(1000, 2000 / 1e9, 200 / 1e9, true),
                        new Series.Point(2_000_000, 4_000_000 / 1e9, 400_000 / 1e9, false)),
                first.points());
        assertEquals(0.01, first.curve().orElseThrow().value().applyAsDouble(5_000_000), 1e-9);
        assertEquals("2.00e-09 \u00b7 size^1.000", first.curve().orElseThrow().formula());
        assertTrue(chart.series().get(2).curve().isEmpty());
        assertEquals(
                "time over the size of data; 100 samples in 5 cases; bars are one standard deviation,"
                        + " rings are not calibrated yet",
                chart.subtitle());
    }

    @Test
    void shouldPaintPointsAndCurvesAndTheLegend() throws IOException {
        Path file = folder.resolve("gemm.png");
        Pictures.writePng(
                ModelChart.of(model(
                        List.of(power(2, 1, 1000, 100_000)),
                        measured(Architecture.CPU, 0, 0, 1000, 2000),
                        measured(Architecture.CPU, 0, 0, 100_000, 200_000),
                        measured(Architecture.CUDA, 0, 0, 10_000, 300))),
                file);
        BufferedImage image = ImageIO.read(file.toFile());
        assertEquals(1920, image.getWidth());
        assertEquals(1200, image.getHeight());
        int legend = 1300; // right of the only orange point
        assertTrue(pixels(image, ORANGE, 0, legend) > 100, "a square and its bar");
        assertTrue(pixels(image, ORANGE, legend, 1920) > 100, "its mark in the legend");
        int everyColumn = 0;
        for (int x = 300; x < 1300; x++) {
            everyColumn += pixels(image, BLUE, x, x + 1) > 0 ? 1 : 0;
        }
        assertTrue(everyColumn > 900, "a line from left to right, but only " + everyColumn + " of 1000 columns");
    }

    @Test
    void shouldRefuseToDrawNothing() {
        ModelDescription empty = model(List.of(), measured(Architecture.CPU, 0, 0, 0, 5));
        assertEquals(
                "nothing was measured for model 'gemm' that has a size: there is nothing to draw; run tasks of it with"
                        + " calibration on",
                assertThrows(IllegalArgumentException.class, () -> ModelChart.of(empty))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "0.00125, s, 1.25 ms",
        "0.0009999, s, 1 ms",
        "0.000001, s, 1 \u00b5s",
        "123456, B, 123 kB",
        "999999, B, 1 MB",
        "64, B, 64 B",
        "3e-9, J, 3 nJ",
        "1e19, B, 10000 PB",
        "1e-15, s, 0.001 ps",
        "0, s, 0 s"
    })
    void shouldWriteThreeDigitsAndAPrefix(double value, String unit, String text) {
        assertEquals(text, Quantity.text(value, unit));
    }

    @Test
    void shouldLabelDecadesAndMoreWhereThereAreFew() {
        assertEquals(
                List.of(1e2, 1e3, 1e4, 1e5, 1e6),
                labels(LogAxis.around(100, 1e6)).stream().map(Double::valueOf).toList());
        assertEquals(List.of(20.0, 50.0, 100.0), labels(LogAxis.around(50, 50)));
        assertTrue(labels(LogAxis.around(1, 1e30)).size() <= 9);
    }

    private static List<Double> labels(LogAxis axis) {
        return axis.ticks().stream()
                .filter(LogAxis.Tick::labelled)
                .map(tick -> Math.round(tick.value() * 1000) / 1000.0)
                .toList();
    }
}
