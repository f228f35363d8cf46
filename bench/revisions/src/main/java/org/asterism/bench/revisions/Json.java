package org.asterism.bench.revisions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what shell commands print with {@code --json}: maps, lists and texts. All other words are read as texts. */
final class Json {
    private static final Pattern TOKEN =
            Pattern.compile("\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([\\[\\]{},:])|([\\w.+-]+))");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u([0-9a-fA-F]{4})|(.))");

    private final String text;
    private int at;

    /** The last item that was read: a bracket, comma or colon, or a value. The other field is empty. */
    private String mark = "";

    private String word = "";

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads a map or a list from the beginning of a text.
     *
     * @throws ComparisonException if it is neither
     */
    static Object read(String text) {
        Json json = new Json(text);
        json.next();
        if (json.mark.isEmpty()) {
            throw json.broken();
        }
        return json.value();
    }

    private Object value() {
        return switch (mark) {
            case "{" -> object();
            case "[" -> array();
            case "" -> word;
            default -> throw broken();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (next(); !mark.equals("}"); next()) {
            if (mark.equals(",")) {
                next();
            }
            String name = String.valueOf(value());
            next();
            if (!mark.equals(":")) {
                throw broken();
            }
            next();
            fields.put(name, value());
        }
        return fields;
    }

    private List<Object> array() {
        List<Object> elements = new ArrayList<>();
        for (next(); !mark.equals("]"); next()) {
            if (mark.equals(",")) {
                next();
            }
            elements.add(value());
        }
        return elements;
    }

    private void next() {
        Matcher token = TOKEN.matcher(text).region(at, text.length());
        if (!token.lookingAt()) {
            throw broken();
        }
        at = token.end();
        mark = token.group(2) == null ? "" : token.group(2);
        word = token.group(1) != null ? unescaped(token.group(1)) : String.valueOf(token.group(3));
    }

    private static String unescaped(String quoted) {
        return ESCAPE.matcher(quoted)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) != null
                                ? Character.toString(Integer.parseInt(found.group(1), 16))
                                : switch (found.group(2)) {
                                    case "n" -> "\n";
                                    case "t" -> "\t";
                                    case "r" -> "\r";
                                    default -> found.group(2);
                                }));
    }

    private ComparisonException broken() {
        return new ComparisonException(
                "the shell's answer is no JSON at '" + text.substring(at, Math.min(text.length(), at + 40))
                        + "'; it must be the output of a command with --json");
    }
}
