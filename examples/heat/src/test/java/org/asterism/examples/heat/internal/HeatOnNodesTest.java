package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.core.internal.testing.NodesDriver;
import org.asterism.spi.application.ApplicationResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heat on workers that work in memories of their own. */
class HeatOnNodesTest {
    private static final int WIDTH = 50;
    private static final int HEIGHT = 48;
    private static final int STEPS = 40;
    private static final int BANDS = 6;
    private static final long ROW = (long) WIDTH * Double.BYTES;
    private static final long PLATE = HEIGHT * ROW;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"2, 2, true", "3, 3, true", "3, 5, true", "3, 3, false"})
    void shouldPaintTheSamePictureOnSeveralNodes(int nodes, int workers, boolean peers) throws Exception {
        byte[] expected = picture(new NodesDriver(2, 1, Long.MAX_VALUE, 0, false));
        assertArrayEquals(expected, picture(new NodesDriver(workers, nodes, Long.MAX_VALUE, 0, peers)));
    }

    @Test
    void shouldPaintTheSamePictureInLittleMemory() throws Exception {
        byte[] expected = picture(new NodesDriver(1, 1, Long.MAX_VALUE, 0, false));
        // Two bands of the two or three that are at home on each node, and some rows.
        long little = 2 * PLATE / BANDS + 12 * ROW;
        assertArrayEquals(expected, picture(new NodesDriver(3, 3, little, 0, true)));
    }

    @Test
    void shouldMoveEachBandOnceAndThenOnlyRowsAtTheSeams() throws Exception {
        NodesDriver driver = new NodesDriver(3, 3, Long.MAX_VALUE, 0, true);
        picture(driver);
        long moved = driver.begun().stream().mapToLong(NodesDriver.Copy::bytes).sum();
        long seams = 4L * STEPS * ROW; // two seams, one row in each direction
        long bands = 2 * PLATE * 2 / 3; // two nodes' bands, there and home
        // Before the first step: between the two bands of either node, and the row that stands for the one below the
        // plate.
        long beginnings = 5 * ROW;
        assertTrue(moved <= seams + bands + beginnings, moved + " bytes moved, expected " + seams + " at the seams");
        assertTrue(moved >= seams, moved + " bytes moved, expected " + seams + " at the seams");
    }

    private byte[] picture(NodesDriver driver) throws Exception {
        Path file = folder.resolve("plate.png");
        try (Laboratory laboratory = new Laboratory()) {
            laboratory.addDriver("cpu", driver);
            try (TaskRuntime runtime = laboratory.runtime()) {
                ApplicationResult result = new HeatApplication()
                        .run(new ApplicationTrial(runtime)
                                .with("width", WIDTH)
                                .with("height", HEIGHT)
                                .with("steps", STEPS)
                                .with("bands", BANDS)
                                .with("png", file));
                assertEquals(true, result.fields().get("correct"));
            }
        }
        return Files.readAllBytes(file);
    }
}
