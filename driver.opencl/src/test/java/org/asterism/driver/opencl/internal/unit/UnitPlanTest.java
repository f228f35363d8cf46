package org.asterism.driver.opencl.internal.unit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.asterism.driver.opencl.internal.settings.Settings;
import org.junit.jupiter.api.Test;

class UnitPlanTest {
    private static int[] counts(List<Integer> places, String workers, OptionalInt most) {
        return UnitPlan.counts(places, Settings.of(Map.of(), Map.of("workers", workers)), most);
    }

    @Test
    void shouldGiveEachPlaceOneUnitByItself() {
        assertArrayEquals(new int[] {1, 4, 1}, counts(List.of(1, 4, 1), "0", OptionalInt.empty()));
    }

    @Test
    void shouldGiveEachPlaceAsManyUnitsAsConfigured() {
        assertArrayEquals(new int[] {3, 6}, counts(List.of(1, 2), "3", OptionalInt.empty()));
    }

    @Test
    void shouldGiveEachDeviceAUnitBeforeAnyGetsTwo() {
        assertArrayEquals(new int[] {1, 1, 0}, counts(List.of(1, 1, 1), "2", OptionalInt.of(2)));
        assertArrayEquals(new int[] {2, 2, 1}, counts(List.of(1, 1, 1), "2", OptionalInt.of(5)));
        assertArrayEquals(new int[] {1, 2}, counts(List.of(1, 4), "1", OptionalInt.of(3)));
    }

    @Test
    void shouldShareDevicesAmongAsManyUnitsAsAreAskedForUnlessConfigured() {
        assertArrayEquals(new int[] {3, 2}, counts(List.of(1, 1), "0", OptionalInt.of(5)));
        assertArrayEquals(new int[] {1, 1}, counts(List.of(1, 1), "1", OptionalInt.of(5)));
        assertArrayEquals(new int[] {0}, counts(List.of(1), "0", OptionalInt.of(0)));
        assertArrayEquals(new int[] {64}, counts(List.of(1), "0", OptionalInt.of(100)));
        assertArrayEquals(new int[] {}, counts(List.of(), "0", OptionalInt.of(3)));
    }
}
