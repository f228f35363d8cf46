package org.asterism.kit.component;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LeastFirstTest {
    @Test
    void shouldGiveNumbersInTheOrderOfTheirKeysAndThenOfThemselves() {
        Random random = new Random(7);
        LeastFirst order = new LeastFirst();
        for (int round = 0; round < 200; round++) {
            order.clear();
            int size = random.nextInt(30);
            double[] keys = random.ints(size, 0, 10).asDoubleStream().toArray();
            List<Integer> expected = new ArrayList<>();
            for (int number = 0; number < size; number++) {
                order.add(number, keys[number]);
                expected.add(number);
            }
            expected.sort(
                    Comparator.<Integer>comparingDouble(number -> keys[number]).thenComparing(number -> number));
            List<Integer> taken = new ArrayList<>();
            for (int number = order.take(); number >= 0; number = order.take()) {
                taken.add(number);
            }
            assertEquals(expected, taken);
        }
    }
}
