package org.asterism.policy.modular.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.asterism.api.tree.TreeDescriptionException;

/**
 * Reader of the trees that come with Asterism, from a text file. An unindented line has a tree's name and summary,
 * separated by a colon. The indented lines below it are the description.
 */
public final class ShippedTrees {
    private static final String FILE = "shipped.trees";
    private static final String OUTLINES = "shipped.outlines";
    private static final String COMMENT = "--";

    private final String[] lines;
    private int at;

    private ShippedTrees(String text) {
        lines = text.split("\n", -1);
    }

    /**
     * Reads the trees in the bundle.
     *
     * @return the trees, in the order of the file
     */
    public static List<ShippedTree> all() {
        return read(text(FILE));
    }

    /**
     * Reads what the policies of the trees have to say of them, so that no tree need be read at the start. A test
     * compares it with the trees.
     *
     * @return an {@link org.asterism.policy.modular.internal.registry.Outline} as text, by the name of the tree
     */
    public static Map<String, String> outlines() {
        Map<String, String> outlines = new HashMap<>();
        for (String line : text(OUTLINES).split("\n")) {
            int colon = line.indexOf(": ");
            outlines.put(line.substring(0, colon), line.substring(colon + 2));
        }
        return outlines;
    }

    private static String text(String name) {
        try (InputStream file = ShippedTrees.class.getResourceAsStream(name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(name + " of policy.modular cannot be read", unreadable);
        }
    }

    /**
     * Reads the trees in a text.
     *
     * @throws TreeDescriptionException if a line has no name of a tree; the exception names it
     */
    static List<ShippedTree> read(String text) {
        ShippedTrees reader = new ShippedTrees(text);
        List<ShippedTree> trees = new ArrayList<>();
        while (reader.skipToHead()) {
            trees.add(reader.tree());
        }
        return List.copyOf(trees);
    }

    private boolean skipToHead() {
        while (at < lines.length && (lines[at].isBlank() || lines[at].strip().startsWith(COMMENT))) {
            at++;
        }
        return at < lines.length;
    }

    private ShippedTree tree() {
        String head = lines[at];
        int colon = head.indexOf(':');
        if (isIndented(head) || colon <= 0) {
            throw new TreeDescriptionException(
                    at + 1,
                    1,
                    "found '" + head.strip() + "'; there could stand the name of a tree, ':' and what it does");
        }
        at++;
        StringBuilder description = new StringBuilder("\n".repeat(at)); // so that line numbers match the file
        while (at < lines.length && (lines[at].isBlank() || isIndented(lines[at]))) {
            description.append(lines[at++]).append('\n');
        }
        return new ShippedTree(
                head.substring(0, colon).strip(), head.substring(colon + 1).strip(), description.toString());
    }

    private static boolean isIndented(String line) {
        return !line.isEmpty() && Character.isWhitespace(line.charAt(0));
    }
}
