package org.asterism.trace.report.internal.page;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON of the small data of a page; large data are blocks. */
final class JsonText {
    private JsonText() {}

    static String of(Object value) {
        return switch (value) {
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(each -> of(each.getKey().toString()) + ":" + of(each.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case List<?> list -> list.stream().map(JsonText::of).collect(Collectors.joining(",", "[", "]"));
            case Number number -> number.toString();
            default -> quoted(value.toString());
        };
    }

    /** No letter that could end the element that contains the JSON stays as it is. */
    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int at = 0; at < text.length(); at++) {
            char letter = text.charAt(at);
            if (letter < ' ' || "\"\\<>&\u2028\u2029".indexOf(letter) >= 0) {
                quoted.append(String.format("\\u%04x", (int) letter));
            } else {
                quoted.append(letter);
            }
        }
        return quoted.append('"').toString();
    }
}
