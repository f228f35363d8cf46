package org.asterism.kit.policy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class LotteryTest {
    @Test
    void shouldHitEachElementForItsPartOfTheNumbers() {
        Lottery<Double> lottery = new Lottery<>(List.of(13.0, 0.5, 0.4, 2.1), weight -> weight);
        assertEquals(13, lottery.hit(0));
        assertEquals(13, lottery.hit(13 / 16.0), "a number at the end of a part belongs to it");
        assertEquals(0.5, lottery.hit(13.2 / 16));
        assertEquals(0.4, lottery.hit(13.7 / 16));
        assertEquals(2.1, lottery.hit(15.999 / 16));
    }

    @Test
    void shouldHitNothingIfItIsEmpty() {
        Lottery<Double> lottery = new Lottery<>(List.of(), weight -> weight);
        assertTrue(lottery.isEmpty());
        assertNull(lottery.hit(0.5));
    }
}
