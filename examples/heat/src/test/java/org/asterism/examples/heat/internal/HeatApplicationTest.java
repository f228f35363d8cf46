package org.asterism.examples.heat.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.imageio.ImageIO;
import org.asterism.api.TaskRuntime;
import org.asterism.core.internal.testing.ApplicationTrial;
import org.asterism.core.internal.testing.Laboratory;
import org.asterism.spi.application.ApplicationResult;
import org.asterism.spi.application.UsageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HeatApplicationTest {
    private final Laboratory laboratory = Laboratory.withWorkers(2);
    private final TaskRuntime runtime = laboratory.runtime();
    private final HeatApplication application = new HeatApplication();
    private final ApplicationTrial trial = new ApplicationTrial(runtime);

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        runtime.close();
        laboratory.close();
    }

    @ParameterizedTest
    @CsvSource({
        "3, 3, 5, 1",
        "3, 3, 5, 3",
        "40, 30, 51, 1",
        "41, 30, 50, 2",
        "40, 31, 51, 7",
        "33, 20, 50, 20",
        "9, 8, 0, 4"
    })
    void shouldComputeTheSameBitsAsWithoutTasks(int width, int height, int steps, int bands) throws Exception {
        trial.with("width", width).with("height", height).with("steps", steps).with("bands", bands);
        ApplicationResult result = application.run(trial);
        assertTrue(result.correct(), result.toString());
        assertEquals(true, result.fields().get("correct"));
        long tasks = (long) steps * bands;
        assertEquals(tasks, result.fields().get("tasks"));
        assertEquals(tasks, trial.expectedTasks());
        assertEquals(tasks, trial.endedTasks());
        assertEquals(tasks, tasksOfAllWorkers(result));
    }

    private static long tasksOfAllWorkers(ApplicationResult result) {
        return ((Map<?, ?>) result.fields().get("tasks_per_worker"))
                .values().stream().mapToLong(count -> (Long) count).sum();
    }

    @Test
    void shouldGiveTheSameChecksumWhateverTheBands() throws Exception {
        trial.with("width", 50).with("height", 40).with("steps", 30).withFlag("no-check");
        Object one = application.run(trial.with("bands", 1)).fields().get("checksum");
        ApplicationResult many = application.run(trial.with("bands", 9));
        assertEquals(one, many.fields().get("checksum"));
        assertFalse(many.fields().containsKey("correct"));
        assertEquals(9L * 30, tasksOfAllWorkers(many), "without those of the run before");
        Object later = application.run(trial.with("steps", 31)).fields().get("checksum");
        assertFalse(one.equals(later), "a step more is another plate");
    }

    @Test
    void shouldKeepTheEdgesAndLetHeatFlowFromThem() {
        Plate plate = new Plate(20, 20, 1);
        double[][] after = plate.reference(200);
        for (int index = 1; index < 19; index++) {
            assertEquals(Plate.HOT, after[0][index]);
            assertEquals(Plate.COLD, after[19][index]);
            assertTrue(after[1][index] > after[18][index], "column " + index);
        }
    }

    @Test
    void shouldPaintThePlate() throws Exception {
        Path picture = folder.resolve("plate.png");
        application.run(trial.with("width", 64)
                .with("height", 48)
                .with("steps", 20)
                .with("bands", 4)
                .with("png", picture));
        var read = ImageIO.read(picture.toFile());
        assertEquals(0xF8F1BB, read.getRGB(32, 0) & 0xFFFFFF, "the upper edge is hot");
        assertEquals(0x081033, read.getRGB(32, 47) & 0xFFFFFF, "the lower edge is cold");
        assertEquals(0xFFFFFF, read.getRGB(32, 48) & 0xFFFFFF, "the picture is higher than the plate");
        assertTrue(read.getWidth() > 64, "there is a scale beside the plate");
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSenseBeforeTheWork() throws Exception {
        trial.with("width", 1_000_000).with("height", 1_000_000).with("steps", 1);
        assertTrue(message().contains("needs 14901.6 GiB of memory"), message());
        trial.with("width", 10).with("height", 10).with("steps", 2_000_000).with("bands", 10);
        assertTrue(message().contains("at most 10000000"), message());
        trial.with("steps", 1).with("bands", 11);
        assertTrue(message().contains("--bands"), message());
        trial.with("bands", 1).with("png", folder);
        assertEquals("option '--png' is '" + folder + "', which is a folder; name a file", message());
        Path nowhere = folder.resolve("none").resolve("plate.png");
        trial.with("png", nowhere);
        assertTrue(message().contains("there is no folder"), message());
        assertFalse(Files.exists(nowhere));
    }

    private String message() {
        return assertThrows(UsageException.class, () -> application.run(trial)).getMessage();
    }
}
