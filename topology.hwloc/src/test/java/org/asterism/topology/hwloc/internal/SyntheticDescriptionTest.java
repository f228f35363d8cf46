package org.asterism.topology.hwloc.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.asterism.api.TopologyType;
import org.asterism.spi.topology.Topology;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SyntheticDescriptionTest {
    @Test
    void shouldHangMemoryAtTheOutermostObjectAroundTheSameUnits() {
        assertEquals(
                "MACHINE#0{0-1}(PACKAGE#0{0}(NUMA_NODE#0{0} CORE#0{0}(PU#0{0}))"
                        + " PACKAGE#1{1}(NUMA_NODE#1{1} CORE#1{1}(PU#1{1})))",
                TopologyText.structure(SyntheticDescription.build("pack:2 core:1 numa:1 pu:1")));
    }

    @Test
    void shouldGroupTheCoresOfAMemoryThatNothingElseSurrounds() {
        assertEquals(
                "MACHINE#0{0-3}(GROUP#-1{0-1}(NUMA_NODE#0{0-1} CORE#0{0}(PU#0{0}) CORE#1{1}(PU#1{1}))"
                        + " GROUP#-1{2-3}(NUMA_NODE#1{2-3} CORE#2{2}(PU#2{2}) CORE#3{3}(PU#3{3})))",
                TopologyText.structure(SyntheticDescription.build("numa:2 core:2 pu:1")));
    }

    @Test
    void shouldGiveAMachineWithoutMemoryLevelsOneMemory() {
        Topology machine = SyntheticDescription.build("core:3 pu:2");
        assertEquals(1, machine.objects(TopologyType.NUMA_NODE).size());
        assertEquals(6, machine.objects(TopologyType.PU).size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "core:2 | end with processing units",
                "pu:1 core:2 | end with processing units",
                "core:0 pu:1 | no objects at 'core:0'",
                "foo:2 pu:1 | known are pack",
                "core:-1 pu:1 | 'core:-1'",
                "pack:2 pu | 'pu'",
                "core:2 core:2 pu:1 | two levels",
                "core:1000000 pu:100000 | more than 16384",
                "pu:99999999999999 | more than 16384",
                "pu:16385 | more than 16384"
            })
    void shouldRefuseDescriptionsThatMakeNoSense(String description, String reason) {
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> SyntheticDescription.build(description));
        assertTrue(e.getMessage().contains(reason), e.getMessage());
        assertTrue(e.getMessage().contains(description), e.getMessage());
    }

    @Test
    void shouldRefuseAnEmptyDescription() {
        assertThrows(IllegalArgumentException.class, () -> SyntheticDescription.build("  "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2 3", "pack:2 [numa] pu:2", "core:2(indexes=1,0) pu:1", "group:2 pu:2", "l4:1 pu:2"})
    void shouldSayThatTheRestOfTheNotationNeedsHwloc(String description) {
        UnsupportedOperationException e =
                assertThrows(UnsupportedOperationException.class, () -> SyntheticDescription.build(description));
        assertTrue(e.getMessage().contains("install libhwloc"), e.getMessage());
    }
}
