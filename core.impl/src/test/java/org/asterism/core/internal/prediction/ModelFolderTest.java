package org.asterism.core.internal.prediction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.asterism.api.Architecture;
import org.asterism.api.model.Calibration;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ModelFolderTest {
    private static final int FOOTPRINT = 7;

    @TempDir
    Path folder;

    private ModelSettings settings() {
        return ModelSettings.defaults().withFolder(folder).withMachine("here");
    }

    private static LearntModels models(ModelSettings settings) {
        return new LearntModels(settings, new Places(settings.alike()));
    }

    private static void feed(LearntModels models, String symbol, long bytes, double value, int times) {
        for (int time = 0; time < times; time++) {
            models.feed(symbol, Architecture.CPU, 0, 0, FOOTPRINT, bytes, value);
        }
    }

    private static Optional<ModelCase> find(LearntModels models, String symbol, long bytes) {
        return models.describe(symbol).stream()
                .flatMap(described -> described.cases().stream())
                .filter(each -> each.bytes() == bytes)
                .findAny();
    }

    private Path file(String name) {
        return folder.resolve("here").resolve(name);
    }

    @Test
    void shouldKeepWhatWasLearntForTheNextRun() {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 12);
        first.save();
        assertTrue(Files.exists(file("gemm.model")));
        LearntModels second = models(settings());
        assertEquals(List.of("gemm"), second.symbols());
        ModelCase kept = find(second, "gemm", 8).orElseThrow();
        assertEquals(12, kept.samples());
        assertEquals(100, kept.mean());
        assertTrue(kept.calibrated());
        assertEquals(
                Optional.of(file("gemm.model").toString()),
                second.describe("gemm").orElseThrow().source());
    }

    @Test
    void shouldNotTouchTheFilesOfModelsThatHaveLearntNothing() throws IOException {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 12);
        feed(first, "potrf", 8, 100, 12);
        first.save();
        Files.writeString(file("gemm.model"), Files.readString(file("gemm.model")) + "# a note\n");
        LearntModels second = models(settings().withCalibration(Calibration.ON));
        assertTrue(second.describe("gemm").isPresent());
        feed(second, "potrf", 8, 100, 1);
        second.save();
        assertTrue(Files.readString(file("gemm.model")).endsWith("# a note\n"));
        assertEquals(13, find(models(settings()), "potrf", 8).orElseThrow().samples());
    }

    @Test
    void shouldGiveEverySymbolAFileOfItsOwn() {
        LearntModels models = models(settings());
        List<String> symbols =
                List.of("../escape", "a b", "a%20b", "ähnlich", ".hidden", "x".repeat(300), "x".repeat(299) + "y");
        symbols.forEach(symbol -> feed(models, symbol, 8, 100, 1));
        models.save();
        assertEquals(Set.copyOf(symbols), Set.copyOf(models(settings()).symbols()));
        assertFalse(Files.exists(folder.resolve("escape.model")));
    }

    @Test
    void shouldLeaveAFileOfANewerVersionAsItIs() throws IOException {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 12);
        first.save();
        String newer = Files.readString(file("gemm.model")).replaceFirst("asterism-model \\d+", "asterism-model 1000");
        Files.writeString(file("gemm.model"), newer);

        for (Calibration calibration : Calibration.values()) {
            LearntModels models = models(settings().withCalibration(calibration));
            assertEquals(Optional.empty(), models.describe("gemm"));
            feed(models, "gemm", 8, 50, 10);
            feed(models, "trsm", 8, 50, 10);
            models.save();

            assertEquals(newer, Files.readString(file("gemm.model")), () -> "with calibration " + calibration);
            assertFalse(Files.exists(file("gemm.model.damaged")));
            assertTrue(Files.exists(file("trsm.model")), "other models are kept");
        }
    }

    @Test
    void shouldSetADamagedFileAsideAndBeginAnew() throws IOException {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 12);
        first.save();
        String text = Files.readString(file("gemm.model"));
        for (String name : List.of("gemm.model.damaged", "gemm.model.damaged-2")) {
            String cut = text.substring(0, text.length() / 2);
            Files.writeString(file("gemm.model"), cut);
            LearntModels models = models(settings());
            assertEquals(Optional.empty(), models.describe("gemm"));
            assertEquals(cut, Files.readString(file(name)));
            feed(models, "gemm", 8, 50, 10);
            models.save();
            assertEquals(50, find(models(settings()), "gemm", 8).orElseThrow().mean());
        }
        Files.write(file("gemm.model"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertEquals(Optional.empty(), models(settings()).describe("gemm"));
        assertTrue(Files.exists(file("gemm.model.damaged-3")));
    }

    @Test
    void shouldNotMindWhatACrashHasLeftBehind() throws IOException {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 12);
        first.save();
        String text = Files.readString(file("gemm.model"));
        Files.writeString(file(".gemm.model.tmp"), text.substring(0, 50)); // it died while it wrote
        LearntModels second = models(settings());
        assertEquals(12, find(second, "gemm", 8).orElseThrow().samples());
        assertEquals(List.of("gemm"), second.symbols());
        feed(second, "gemm", 8, 100, 1);
        second.save();
        assertEquals(13, find(models(settings()), "gemm", 8).orElseThrow().samples());
        assertFalse(Files.exists(file(".gemm.model.tmp")));
    }

    @Test
    void shouldPutTogetherWhatTwoHaveLearntAtTheSameTime() {
        LearntModels before = models(settings());
        feed(before, "gemm", 8, 100, 20);
        before.save();
        LearntModels one = models(settings());
        LearntModels other = models(settings());
        feed(one, "gemm", 8, 110, 64);
        feed(other, "gemm", 8, 90, 64);
        feed(one, "gemm", 16, 200, 10);
        feed(other, "gemm", 24, 300, 10);
        one.save();
        other.save();
        feed(one, "gemm", 32, 400, 10);
        one.save();
        LearntModels after = models(settings());
        assertEquals(20 + 128, find(after, "gemm", 8).orElseThrow().samples());
        assertEquals(100, find(after, "gemm", 8).orElseThrow().mean(), 1e-9);
        assertEquals(10, find(after, "gemm", 8).orElseThrow().spread(), 1e-9);
        assertEquals(200, find(after, "gemm", 16).orElseThrow().mean());
        assertEquals(300, find(after, "gemm", 24).orElseThrow().mean());
        assertEquals(400, find(after, "gemm", 32).orElseThrow().mean());
    }

    @Test
    void shouldPutAsideWhatWasKeptWhenCalibratedFromScratch() throws IOException {
        LearntModels first = models(settings());
        feed(first, "gemm", 8, 100, 20);
        feed(first, "gemm", 16, 200, 20);
        first.save();
        String text = Files.readString(file("gemm.model"));
        LearntModels anew = models(settings().withCalibration(Calibration.FROM_SCRATCH));
        feed(anew, "gemm", 8, 50, 10);
        assertEquals(50, find(anew, "gemm", 8).orElseThrow().mean());
        assertEquals(text, Files.readString(file("gemm.model")), "until it is saved");
        anew.save();
        assertEquals(text, Files.readString(file("gemm.model.former")));
        feed(anew, "gemm", 8, 50, 10);
        anew.save();
        LearntModels after = models(settings());
        assertEquals(20, find(after, "gemm", 8).orElseThrow().samples());
        assertEquals(50, find(after, "gemm", 8).orElseThrow().mean());
        assertEquals(Optional.empty(), find(after, "gemm", 16));
    }

    @Test
    void shouldForgetAModelHereAndOnDisk() {
        LearntModels models = models(settings());
        feed(models, "gemm", 8, 100, 20);
        models.save();
        assertTrue(models.forget("gemm"));
        assertEquals(List.of(), models.symbols());
        assertFalse(Files.exists(file("gemm.model")));
        assertFalse(models.forget("gemm"));
        models.save();
        assertFalse(Files.exists(file("gemm.model")));
    }

    @Test
    void shouldReadTheReferencesFileWhereNothingElseIsKnown() throws IOException {
        Path codelets = Files.createDirectories(folder.resolve("sampling/codelets/45"));
        Files.writeString(codelets.resolve("gemm.here"), ReferenceTextTest.TEXT);
        Files.writeString(codelets.resolve("with.dot"), ReferenceTextTest.TEXT);
        Files.writeString(codelets.resolve("broken.here"), "44\n");
        ModelSettings settings = settings().withReferences(List.of(folder.resolve("none"), folder.resolve("sampling")));
        LearntModels models = models(settings);
        assertEquals(123_450, find(models, "gemm", 1024).orElseThrow().mean());
        assertEquals(5, models.describe("gemm").orElseThrow().cases().size() + 2);
        assertEquals(
                Set.of(0, 1),
                models.describe("gemm").orElseThrow().cases().stream()
                        .filter(each -> each.architecture() == Architecture.CUDA || each.device() == 0)
                        .map(ModelCase::device)
                        .collect(java.util.stream.Collectors.toSet()));
        assertTrue(models.describe("with.dot").isPresent());
        assertEquals(Optional.empty(), models.describe("broken"));
        models.save();
        assertFalse(Files.exists(file("gemm.model")), "nothing was learnt");
        feed(models, "gemm", 1024, 50, 1);
        models.save();
        Files.writeString(codelets.resolve("gemm.here"), "changed");
        assertEquals(3, models(settings).describe("gemm").orElseThrow().cases().size() - 1);
    }

    @Test
    void shouldBeWhereTheUserWantsIt() {
        Map<String, String> all = Map.of("ASTERISM_MODELS", "/variable", "XDG_DATA_HOME", "/data");
        ModelSettings settings = ModelSettings.defaults();
        assertEquals(Path.of("/given"), ModelPaths.folder(settings.withFolder(Path.of("/given")), "/property", all));
        assertEquals(Path.of("/property"), ModelPaths.folder(settings, "/property", all));
        assertEquals(Path.of("/variable"), ModelPaths.folder(settings, null, all));
        assertEquals(
                Path.of("/data/asterism/models"), ModelPaths.folder(settings, "", Map.of("XDG_DATA_HOME", "/data")));
        Path home = Path.of(System.getProperty("user.home"), ".local/share/asterism/models");
        assertEquals(home, ModelPaths.folder(settings, null, Map.of()));
        assertEquals(home, ModelPaths.folder(settings, null, Map.of("XDG_DATA_HOME", "not/absolute")));
    }

    @Test
    void shouldSayWhichMachineItIs() {
        String machine = ModelPaths.machine(ModelSettings.defaults());
        assertFalse(machine.isBlank() || machine.contains(".") || machine.contains("/"), machine);
    }

    @Test
    void shouldLoseNothingOfSeveralProcesses() throws IOException, InterruptedException {
        int processes = 3;
        List<Process> running = new ArrayList<>();
        for (int index = 0; index < processes; index++) {
            running.add(new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-cp",
                            System.getProperty("java.class.path"),
                            Writer.class.getName(),
                            folder.toString(),
                            String.valueOf(index))
                    .inheritIO()
                    .start());
        }
        for (Process process : running) {
            assertTrue(process.waitFor(100, TimeUnit.SECONDS));
            assertEquals(0, process.exitValue());
        }
        LearntModels after = models(settings());
        assertEquals(
                processes * Writer.ROUNDS, find(after, "gemm", 8).orElseThrow().samples());
        for (int index = 0; index < processes; index++) {
            assertEquals(
                    Writer.ROUNDS,
                    find(after, "gemm", 1000 + index).orElseThrow().samples());
        }
    }

    /** Another process: learns and saves, again and again. */
    static final class Writer {
        static final int ROUNDS = 20;

        private Writer() {}

        public static void main(String[] arguments) {
            LearntModels models = models(
                    ModelSettings.defaults().withFolder(Path.of(arguments[0])).withMachine("here"));
            for (int round = 0; round < ROUNDS; round++) {
                feed(models, "gemm", 8, 100, 1);
                feed(models, "gemm", 1000 + Integer.parseInt(arguments[1]), 100, 1);
                models.save();
            }
        }
    }
}
