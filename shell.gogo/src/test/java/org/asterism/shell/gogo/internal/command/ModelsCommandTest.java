package org.asterism.shell.gogo.internal.command;

import static org.asterism.report.fixture.Fakes.words;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.felix.service.command.CommandSession;
import org.asterism.api.Architecture;
import org.asterism.api.model.ModelCase;
import org.asterism.api.model.ModelDescription;
import org.asterism.api.model.ModelFit;
import org.asterism.api.model.Models;
import org.asterism.report.fixture.Fakes;
import org.asterism.report.fixture.Fakes.FakeRuntime;
import org.asterism.report.text.Answer;
import org.asterism.run.StatusException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsCommandTest {
    private static final ModelDescription GEMM = new ModelDescription(
            "gemm",
            ModelDescription.Unit.NANOSECONDS,
            true,
            Optional.of("models/host/gemm.model"),
            List.of(
                    new ModelCase(Architecture.CPU, 0, 1, 0, 0xbeef, 4096, 30, 2, 2_000_000, 100_000, true),
                    new ModelCase(Architecture.CPU, 0, 1, 0, 0x17, 8192, 10, 0, 16_000_000, 800_000, true),
                    new ModelCase(Architecture.CUDA, 1, 1, 2, 0xbeef, 4096, 3, 0, 40_000, 5000, false)),
            List.of(new ModelFit(
                    Architecture.CPU, 0, 1, 0, ModelFit.Curve.POWER, List.of(0.004, 1.5), 4096, 8192, 40, true)));

    private static final ModelDescription JOULES = new ModelDescription(
            "gemm_energy",
            ModelDescription.Unit.JOULES,
            false,
            Optional.empty(),
            List.of(new ModelCase(Architecture.CPU, 0, 1, 0, 1, 4096, 12, 0, 0.005, 0, true)),
            List.of());

    @TempDir
    Path folder;

    private final FakeRuntime runtime = new FakeRuntime("eager");
    private final ModelsCommand command = new ModelsCommand(RuntimesForTests.of(Map.of(Runtimes.DEFAULT, runtime)));
    private CommandSession session;

    private static Models models(ModelDescription... known) {
        Map<String, ModelDescription> bySymbol = new TreeMap<>();
        for (ModelDescription model : known) {
            bySymbol.put(model.symbol(), model);
        }
        return Fakes.partly(
                Models.class,
                Map.of(
                        "symbols", arguments -> List.copyOf(bySymbol.keySet()),
                        "describe", arguments -> Optional.ofNullable(bySymbol.get(arguments[0]))));
    }

    @BeforeEach
    void openSession() {
        runtime.models = models(GEMM, JOULES);
        session = Fakes.partly(CommandSession.class, Map.of("currentDir", arguments -> folder));
    }

    private String text(String... words) {
        return ((Answer) command.execute(session, words(words))).text(100);
    }

    private String refusal(String... words) {
        return assertThrows(StatusException.class, () -> command.execute(session, words(words)))
                .getMessage();
    }

    @Test
    void shouldListModelsPerArchitectureAndImplementation() throws IOException {
        assertEquals("""
                model        arch  impl  cases  calibrated  samples  mean           spread
                gemm         cpu      0      2           2       40  2 ms to 16 ms  ±5 %
                gemm         cuda     2      1           0        3  40 µs          ±13 %
                gemm_energy  cpu      0      1           1       12  5 mJ           ±0 %""", text());
        List<?> rows = (List<?>) JSON.std.anyFrom((String) command.execute(session, words("--json")));
        assertEquals(
                Map.ofEntries(
                        Map.entry("model", "gemm"),
                        Map.entry("architecture", "cuda"),
                        Map.entry("implementation", 2),
                        Map.entry("cases", 1),
                        Map.entry("calibrated", 0),
                        Map.entry("samples", 3),
                        Map.entry("unit", "nanoseconds"),
                        Map.entry("least_mean", 40000.0),
                        Map.entry("most_mean", 40000.0),
                        Map.entry("relative_spread", 0.125)),
                rows.get(1));
        runtime.models = models();
        assertEquals("There are no models: run tasks whose codelets have one, with calibration on.", text());
    }

    @Test
    void shouldShowAllOfOneModel() throws IOException {
        assertEquals("""
                gemm: times, learning, from models/host/gemm.model
                arch  device  impl  footprint  size     samples  left out  mean   spread  calibrated
                cpu        0     0  0000beef   4.1 kB        30         2  2 ms   ±5 %    true
                cpu        0     0  00000017   8.19 kB       10         0  16 ms  ±5 %    true
                cuda       1     2  0000beef   4.1 kB         3         0  40 µs  ±13 %   false

                arch  device  impl  curve  coefficients     from    to       samples  valid
                cpu        0     0  power  0.004000, 1.500  4.1 kB  8.19 kB       40  true""", text("gemm"));
        Map<?, ?> object = (Map<?, ?>) JSON.std.anyFrom((String) command.execute(session, words("gemm", "--json")));
        assertEquals(2, ((Map<?, ?>) ((List<?>) object.get("cases")).get(0)).get("rejected"));
        assertEquals(2e6, ((Map<?, ?>) ((List<?>) object.get("cases")).get(0)).get("mean_ns"));
        assertEquals(List.of(0.004, 1.5), ((Map<?, ?>) ((List<?>) object.get("fits")).get(0)).get("coefficients"));
        assertTrue(text("gemm_energy").startsWith("gemm_energy: energy\n"), text("gemm_energy"));
    }

    @Test
    void shouldDrawAModel() throws IOException {
        assertEquals(
                "model 'gemm' is drawn in " + folder.resolve("curves.png"),
                text("plot", "gemm", "--png", "curves.png"));
        assertTrue(Files.size(folder.resolve("curves.png")) > 10_000);
        text("plot", "gemm");
        assertTrue(Files.exists(folder.resolve("gemm.png")));
    }

    @Test
    void shouldShowAModelThatIsCalledPlot() {
        runtime.models =
                models(new ModelDescription("plot", JOULES.unit(), false, Optional.empty(), JOULES.cases(), List.of()));
        assertTrue(text("plot").startsWith("plot: energy"));
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertEquals(
                "asterism:models: nothing is known of a model 'gem'; did you mean 'gemm' or 'gemm_energy'? there are: "
                        + "gemm, gemm_energy",
                refusal("gem"));
        assertEquals(
                "asterism:models: give nothing, NAME, or plot NAME --png FILE; asterism:models lists the names",
                refusal("gemm", "gemm_energy"));
        assertEquals(
                "asterism:models: --png is for plot NAME: write asterism:models plot NAME --png FILE",
                refusal("gemm", "--png", "x.png"));
        assertEquals(
                "asterism:models: there is no folder " + folder.resolve("none") + " for --png none/x.png",
                refusal("plot", "gemm", "--png", "none/x.png"));
        runtime.models = models();
        assertEquals(
                "asterism:models: nothing is known of a model 'gemm'; there are none: run tasks with calibration on",
                refusal("plot", "gemm"));
    }

    @Test
    void shouldSuggestModels() {
        assertEquals(
                List.of("plot", "gemm", "gemm_energy"),
                command.suggest(List.of()).stream().map(Suggestion::value).toList());
        assertEquals(
                List.of("gemm", "gemm_energy"),
                command.suggest(List.of("plot")).stream().map(Suggestion::value).toList());
        assertEquals(List.of(), command.suggest(List.of("gemm")));
        assertEquals(List.of(), command.suggest(List.of("plot", "gemm")));
        assertTrue(command.options().stream().anyMatch(option -> option.names().contains("--png") && option.isFile()));
    }
}
