package org.asterism.api.data;

import java.util.List;
import java.util.Objects;

/**
 * One value.
 *
 * @param element the type of the value
 */
public record VariableLayout(ElementType element) implements Layout {
    /** Checks that nothing is null. */
    public VariableLayout {
        Objects.requireNonNull(element, "element");
    }

    @Override
    public String kind() {
        return "variable";
    }

    @Override
    public int footprint() {
        return Footprint.of(5, element.bytes());
    }

    @Override
    public List<BufferShape> buffers() {
        return List.of(new BufferShape(element.bytes(), element.bytes()));
    }

    @Override
    public VariableView view(List<Buffer> buffers) {
        return new VariableView(buffers.getFirst().segment(), element);
    }
}
