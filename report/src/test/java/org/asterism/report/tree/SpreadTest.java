package org.asterism.report.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class SpreadTest {
    @Test
    void shouldLeaveThingsWhereTheyWantToBeIfTheyDoNotTouch() {
        assertArrayEquals(
                new double[] {0, 30, 90}, Spread.place(new double[] {0, 30, 90}, new double[] {10, 10, 10}, 5), 1e-9);
    }

    @Test
    void shouldPushThingsApartEvenly() {
        assertArrayEquals(
                new double[] {-15, 0, 15}, Spread.place(new double[] {0, 0, 0}, new double[] {10, 10, 10}, 5), 1e-9);
        assertArrayEquals(
                new double[] {2.5, 17.5, 100},
                Spread.place(new double[] {20, 0, 100}, new double[] {10, 10, 10}, 5),
                1e-9);
    }
}
