package org.asterism.deploy.fileinstall.internal;

import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * The description of a property in the metatype of a bundle.
 *
 * @param name the key of the property
 * @param type the type as the metatype writes it, such as {@code Integer}
 * @param isArray whether it may have several values
 * @param least null for no limit
 * @param most null for no limit
 * @param options the allowed values; empty for all
 */
record Attribute(String name, String type, boolean isArray, BigDecimal least, BigDecimal most, Set<String> options) {
    private static final Set<String> WHOLE = Set.of("Integer", "Long", "Short", "Byte");
    private static final Set<String> FRACTION = Set.of("Double", "Float");

    /**
     * Checks a value, or each of several.
     *
     * @throws UnusableFileException if it is not allowed
     */
    void check(Object value) throws UnusableFileException {
        Collection<?> values = several(value);
        if (!isArray && values.size() != 1) {
            throw new UnusableFileException(
                    "property '" + name + "' has " + values.size() + " values; allowed is one: correct the line");
        }
        for (Object each : values) {
            checkOne(each);
        }
    }

    private static Collection<?> several(Object value) {
        return switch (value) {
            case Object[] array -> List.of(array);
            case Collection<?> collection -> collection;
            default -> List.of(value);
        };
    }

    private void checkOne(Object value) throws UnusableFileException {
        String text = value.toString().strip();
        boolean allowed = options.isEmpty() || options.contains(text);
        if (WHOLE.contains(type) || FRACTION.contains(type)) {
            allowed &= isNumberInRange(text);
        } else if (type.equals("Boolean")) {
            allowed &= text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false");
        }
        if (!allowed) {
            throw new UnusableFileException(
                    "property '" + name + "' is '" + text + "'; allowed " + words() + ": correct the line");
        }
    }

    private boolean isNumberInRange(String text) {
        try {
            BigDecimal number = new BigDecimal(text);
            if (WHOLE.contains(type)) {
                number.longValueExact();
            }
            return (least == null || number.compareTo(least) >= 0) && (most == null || number.compareTo(most) <= 0);
        } catch (ArithmeticException | NumberFormatException noNumber) {
            return false;
        }
    }

    private String words() {
        if (!options.isEmpty()) {
            return "are " + String.join(", ", options);
        }
        if (type.equals("Boolean")) {
            return "are true and false";
        }
        String kind = WHOLE.contains(type) ? "are whole numbers" : "are numbers";
        if (least != null && most != null) {
            return kind + " from " + least + " to " + most;
        }
        return kind + (least != null ? " from " + least : "") + (most != null ? " up to " + most : "");
    }
}
