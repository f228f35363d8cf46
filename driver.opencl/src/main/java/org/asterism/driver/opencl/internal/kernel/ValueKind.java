package org.asterism.driver.opencl.internal.kernel;

import java.util.List;
import org.asterism.api.device.DeviceBuffer;
import org.asterism.api.device.KernelArgument;

/** The kinds of values for a kernel's parameter. */
enum ValueKind {
    MEMORY("memory of data"),
    LOCAL_MEMORY("local memory"),
    INT("a 32 bit integer", "int", "uint", "unsigned int"),
    LONG("a 64 bit integer", "long", "ulong", "unsigned long", "size_t", "ptrdiff_t"),
    FLOAT("a float", "float"),
    DOUBLE("a double", "double");

    private final String words;
    private final List<String> types;

    ValueKind(String words, String... types) {
        this.words = words;
        this.types = List.of(types);
    }

    /** A type of the program's own may stand for any of these. */
    boolean isWrittenAs(String type) {
        for (ValueKind kind : values()) {
            if (kind.types.contains(type)) {
                return kind == this;
            }
        }
        return this != MEMORY && this != LOCAL_MEMORY;
    }

    static ValueKind of(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.Memory memory -> MEMORY;
            case KernelArgument.IntValue value -> INT;
            case KernelArgument.LongValue value -> LONG;
            case KernelArgument.FloatValue value -> FLOAT;
            case KernelArgument.DoubleValue value -> DOUBLE;
            case KernelArgument.LocalMemory local -> LOCAL_MEMORY;
        };
    }

    /** Of a value that code gives; null if it is none that can be given. */
    static ValueKind of(Object value) {
        return switch (value) {
            case KernelArgument argument -> of(argument);
            case DeviceBuffer buffer -> MEMORY;
            case Integer number -> INT;
            case Long number -> LONG;
            case Float number -> FLOAT;
            case Double number -> DOUBLE;
            case null, default -> null;
        };
    }

    @Override
    public String toString() {
        return words;
    }
}
