package org.asterism.embedded.internal;

import java.util.HashMap;
import java.util.Map;

/**
 * Reads the elements of one name in a small XML file. The JDK's readers load a hundred classes for that, at the start
 * of each program.
 *
 * <p>Elements of this name must not contain others. Comments are allowed; CDATA sections and document types are not,
 * because no tool writes them into descriptions of components.
 */
final class ElementReader {
    private final String xml;
    private final String name;
    private final Map<String, String> attributes = new HashMap<>();
    private int at;
    private String text = "";

    ElementReader(String xml, String name) {
        this.xml = xml;
        this.name = name;
    }

    /**
     * Goes to the next element.
     *
     * @return whether there is one
     * @throws IllegalArgumentException if the file is no XML of this kind
     */
    boolean next() {
        for (int tag = xml.indexOf('<', at); tag >= 0; tag = xml.indexOf('<', at)) {
            if (xml.startsWith("<!--", tag)) {
                at = after("-->", tag);
            } else if (xml.startsWith("<!", tag)) {
                throw malformed("a document type or CDATA section", tag);
            } else if (isNamed(tag + 1)) {
                read(tag + 1 + name.length());
                return true;
            } else {
                at = after(">", tag);
            }
        }
        return false;
    }

    private boolean isNamed(int start) {
        int end = start + name.length();
        return xml.startsWith(name, start)
                && end < xml.length()
                && (Character.isWhitespace(xml.charAt(end)) || xml.charAt(end) == '/' || xml.charAt(end) == '>');
    }

    private void read(int afterName) {
        attributes.clear();
        text = "";
        at = afterName;
        while (true) {
            skipSpaces();
            if (xml.startsWith("/>", at)) {
                at += 2;
                return;
            }
            if (xml.startsWith(">", at)) {
                int end = xml.indexOf("</" + name, at);
                if (end < 0) {
                    throw malformed("an element without end", at);
                }
                text = decoded(xml.substring(at + 1, end));
                at = after(">", end);
                return;
            }
            readAttribute();
        }
    }

    private void readAttribute() {
        int equals = xml.indexOf('=', at);
        if (equals < 0) {
            throw malformed("an element without end", at);
        }
        String key = xml.substring(at, equals).strip();
        at = equals + 1;
        skipSpaces();
        char quote = at < xml.length() ? xml.charAt(at) : ' ';
        int end = quote == '"' || quote == '\'' ? xml.indexOf(quote, at + 1) : -1;
        if (end < 0) {
            throw malformed("attribute '" + key + "' without quotes", at);
        }
        attributes.put(key, decoded(xml.substring(at + 1, end)));
        at = end + 1;
    }

    private void skipSpaces() {
        while (at < xml.length() && Character.isWhitespace(xml.charAt(at))) {
            at++;
        }
    }

    private int after(String token, int from) {
        int found = xml.indexOf(token, from);
        if (found < 0) {
            throw malformed("'" + token + "' is missing", from);
        }
        return found + token.length();
    }

    private String decoded(String raw) {
        int ampersand = raw.indexOf('&');
        if (ampersand < 0) {
            return raw;
        }
        StringBuilder decoded = new StringBuilder();
        int done = 0;
        for (; ampersand >= 0; ampersand = raw.indexOf('&', done)) {
            int end = raw.indexOf(';', ampersand);
            if (end < 0) {
                throw malformed("'&' without ';'", at);
            }
            decoded.append(raw, done, ampersand).append(character(raw.substring(ampersand + 1, end)));
            done = end + 1;
        }
        return decoded.append(raw, done, raw.length()).toString();
    }

    private String character(String entity) {
        return switch (entity) {
            case "amp" -> "&";
            case "lt" -> "<";
            case "gt" -> ">";
            case "quot" -> "\"";
            case "apos" -> "'";
            default -> {
                if (entity.startsWith("#x")) {
                    yield Character.toString(Integer.parseInt(entity, 2, entity.length(), 16));
                }
                if (entity.startsWith("#")) {
                    yield Character.toString(Integer.parseInt(entity, 1, entity.length(), 10));
                }
                throw malformed("unknown entity '" + entity + "'", at);
            }
        };
    }

    private IllegalArgumentException malformed(String what, int position) {
        return new IllegalArgumentException(what + " at character " + position);
    }

    /** The value of an attribute of this element; null if there is none. */
    String attribute(String key) {
        return attributes.get(key);
    }

    /** The text between the tags of the element; empty if it has none. */
    String text() {
        return text;
    }
}
