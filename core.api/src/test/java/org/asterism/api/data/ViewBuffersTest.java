package org.asterism.api.data;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ViewBuffersTest {
    @Test
    void shouldShowTheBuffersInTheOrderOfTheLayout() {
        List<Layout> layouts = List.of(
                new VectorLayout(ElementType.DOUBLE, 5),
                new MatrixLayout(ElementType.FLOAT, 3, 4),
                new CsrLayout(ElementType.DOUBLE, 3, 4, 5),
                new BcsrLayout(ElementType.DOUBLE, 3, 4, 5, 2, 3),
                new CooLayout(ElementType.DOUBLE, 3, 4, 5));
        try (Arena arena = Arena.ofConfined()) {
            for (Layout layout : layouts) {
                List<Buffer> buffers = new ArrayList<>();
                for (BufferShape shape : layout.buffers()) {
                    buffers.add(Buffer.dense(arena.allocate(shape.bytes(), 8), shape));
                }
                DataView view = layout.view(buffers);
                for (int number = 0; number < buffers.size(); number++) {
                    MemorySegment expected = buffers.get(number).segment();
                    assertEquals(expected.address(), view.buffer(number).address(), layout + ", buffer " + number);
                }
                assertThrows(IndexOutOfBoundsException.class, () -> view.buffer(buffers.size()), layout.toString());
                assertThrows(IndexOutOfBoundsException.class, () -> view.buffer(-1), layout.toString());
            }
        }
    }
}
