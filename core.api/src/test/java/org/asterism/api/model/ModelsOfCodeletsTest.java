package org.asterism.api.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.asterism.api.Architecture;
import org.asterism.api.Codelet;
import org.junit.jupiter.api.Test;

class ModelsOfCodeletsTest {
    private static String refusal(Class<? extends RuntimeException> type, Runnable action) {
        return assertThrows(type, action::run).getMessage();
    }

    @Test
    void shouldBelongToACodelet() {
        PerformanceModel times = PerformanceModel.history("gemm");
        PerformanceModel energy = PerformanceModel.regression("gemm-energy");
        Codelet codelet = Codelet.named("gemm")
                .cpu(kernel -> {})
                .cpu(kernel -> {})
                .model(times)
                .energyModel(energy)
                .build();
        assertEquals(times, codelet.model());
        assertEquals(energy, codelet.energyModel());
        assertEquals(2, codelet.implementationCount(Architecture.CPU));
        assertEquals(0, codelet.implementationCount(Architecture.OPENCL));
        assertNull(Codelet.without("join").model());
    }

    @Test
    void shouldNotHaveTheSameSymbolForTimesAndForEnergy() {
        String message = refusal(
                IllegalStateException.class,
                () -> Codelet.named("work")
                        .cpu(kernel -> {})
                        .model(PerformanceModel.history("gemm"))
                        .energyModel(PerformanceModel.regression("gemm"))
                        .build());
        assertTrue(message.contains("'work'") && message.contains("'gemm'"), message);
    }

    @Test
    void shouldHaveSymbolsThatCanBeKept() {
        for (String bad : List.of("", " ", " gemm", "gemm ", "ge\nmm", "\t")) {
            String message = refusal(IllegalArgumentException.class, () -> PerformanceModel.history(bad));
            assertTrue(message.contains("not blank"), message);
            refusal(IllegalArgumentException.class, () -> PerformanceModel.common(bad, (task, number) -> 1));
        }
        assertThrows(NullPointerException.class, () -> PerformanceModel.history(null));
    }

    @Test
    void shouldSayWhichNumbersOfParametersDoNotFit() {
        String message = refusal(
                IllegalArgumentException.class,
                () -> PerformanceModel.multipleRegression(
                        "gemm", List.of("M", "N"), (task, values) -> {}, List.of(List.of(1, 1), List.of(1))));
        assertEquals("model 'gemm' has the exponents [1] for the 2 parameters [M, N]: give one for each", message);
        refusal(
                IllegalArgumentException.class,
                () -> PerformanceModel.multipleRegression("gemm", List.of("M"), (task, values) -> {}, List.of()));
        refusal(
                IllegalArgumentException.class,
                () -> PerformanceModel.multipleRegression("gemm", List.of(), (task, values) -> {}, List.of(List.of())));
    }

    @Test
    void shouldBeChangedInCopies() {
        MeasuredModel model = PerformanceModel.history("gemm");
        assertEquals(MeasuredModel.Method.HISTORY, model.method());
        assertEquals(7, model.withSize(task -> 7).size().applyAsLong(null));
        assertEquals(
                8,
                model.withSize(task -> 7).withFootprint(task -> 8).footprint().applyAsInt(null));
        assertNull(model.size());
    }

    @Test
    void shouldDistinguishWorkersOnlyIfTheyCostDifferently() {
        assertFalse(PerformanceModel.history("h").distinguishesWorkers());
        assertFalse(PerformanceModel.common("c", (task, number) -> 1).distinguishesWorkers());
        assertFalse(PerformanceModel.perArchitecture("a", (task, architecture, number) -> 1)
                .distinguishesWorkers());
        assertTrue(PerformanceModel.perWorker("w", (task, worker, number) -> 1).distinguishesWorkers());
    }

    @Test
    void shouldBeKeptAsTheSettingsSay() {
        ModelSettings settings = ModelSettings.defaults();
        assertEquals(Calibration.OFF, settings.calibration());
        assertEquals(10, settings.minimumSamples());
        assertEquals(Set.of("cpu"), settings.alike());
        assertEquals(Optional.of("here"), settings.withMachine("here").machine());
        assertEquals(
                Calibration.ON,
                settings.withCalibration(Calibration.ON).withMachine("here").calibration());
        assertEquals(3, settings.withMinimumSamples(3).withAlike(Set.of()).minimumSamples());
        assertEquals(
                "minimum of samples is 0: give 1 or more",
                refusal(IllegalArgumentException.class, () -> settings.withMinimumSamples(0)));
        refusal(IllegalArgumentException.class, () -> settings.withMachine(" "));
    }

    @Test
    void shouldDrawCurves() {
        assertEquals(6, fit(ModelFit.Curve.POWER, 2.0, 0.5).at(9), 1e-12);
        assertEquals(7, fit(ModelFit.Curve.POWER_AND_CONSTANT, 2.0, 0.5, 1.0).at(9), 1e-12);
        assertTrue(Double.isNaN(fit(ModelFit.Curve.PARAMETERS, 2.0, 0.5, 1.0).at(9)));
    }

    private static ModelFit fit(ModelFit.Curve curve, Double... coefficients) {
        return new ModelFit(Architecture.CPU, 0, 1, 0, curve, List.of(coefficients), 1, 100, 20, true);
    }
}
