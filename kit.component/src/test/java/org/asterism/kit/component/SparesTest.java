package org.asterism.kit.component;

import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class SparesTest {
    @Test
    void shouldGiveAThreadWhatItGaveBack() {
        Spares<Object> spares = new Spares<>(Object::new);
        Object first = spares.take();
        spares.give(first);
        assertSame(first, spares.take());
    }

    @Test
    void shouldNeverGiveTheSameTwice() {
        Spares<Object> spares = new Spares<>(Object::new);
        Object first = spares.take();
        Object second = spares.take();
        assertNotSame(first, second);
        spares.give(first);
        spares.give(second);
        assertSame(second, spares.take());
        assertNotSame(first, spares.take());
    }
}
