package org.asterism.core.internal.coherence;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.asterism.api.model.LinkSettings;
import org.asterism.core.internal.links.LinkTable;
import org.asterism.core.internal.observation.Observers;
import org.asterism.spi.driver.DeviceLostException;
import org.junit.jupiter.api.Test;

class LateLossTest {
    private final Traffic traffic = new Traffic(
            transfer -> {
                throw new AssertionError("nothing is copied");
            },
            new LinkTable(LinkSettings.defaults()),
            new Observers(),
            () -> 0);

    @Test
    void shouldTakeNoNoteOfALossOnANodeThatHasLeft() {
        traffic.whenLost((node, lost) -> {
            throw new AssertionError("nothing was lost");
        });
        assertDoesNotThrow(() -> traffic.lose(1, new DeviceLostException("gone", "it was unplugged", null)));
        assertNull(traffic.lossOf(1));
    }
}
