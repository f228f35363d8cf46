package org.asterism.kit.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AttachmentsTest {
    private final List<String> closed = new ArrayList<>();
    private final Attachments attachments = new Attachments("toy-0");

    private class First implements AutoCloseable {
        @Override
        public void close() {
            closed.add("first");
        }
    }

    private class Second implements AutoCloseable {
        @Override
        public void close() {
            closed.add("second");
            throw new IllegalStateException("on purpose");
        }
    }

    @Test
    void shouldMakeOneOfEachType() {
        First first = attachments.get(First.class, First::new);
        assertSame(first, attachments.get(First.class, First::new));
    }

    @Test
    void shouldCloseAllTheLastOneFirstAndBeginAnew() {
        First first = attachments.get(First.class, First::new);
        attachments.get(Second.class, Second::new);
        attachments.close();
        assertEquals(List.of("second", "first"), closed);
        assertNotSame(first, attachments.get(First.class, First::new));
    }

    @Test
    void shouldRefuseNothing() {
        assertEquals(
                "a " + First.class.getName() + " was to be attached to toy-0, but there came null",
                assertThrows(IllegalArgumentException.class, () -> attachments.get(First.class, () -> null))
                        .getMessage());
    }
}
