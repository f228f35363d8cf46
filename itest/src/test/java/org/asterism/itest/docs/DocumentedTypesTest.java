package org.asterism.itest.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Keeps {@code core.api/README.md} true: the types that it names for each kind of user exist. */
final class DocumentedTypesTest {
    private static final String DOCUMENT = "core.api/README.md";
    private static final Pattern ROW = Pattern.compile("\\| `(\\w+)` \\| `([a-z.]+)` \\| .+ \\|");
    private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)[^`]*`");
    private static final List<String> USERS =
            List.of("Program", "Policy", "Component", "Driver", "Balancer", "Layout", "Application");

    /** The full names of the types in each user's table. */
    private static Map<String, List<String>> tables() throws IOException {
        Map<String, List<String>> tables = new LinkedHashMap<>();
        List<String> table = null;
        for (String line : Documents.lines(DOCUMENT)) {
            Matcher row = ROW.matcher(line);
            if (line.startsWith("## ")) {
                table = new ArrayList<>();
                tables.put(line.substring(3), table);
            } else if (row.matches()) {
                assertTrue(table != null, line + " belongs to no user");
                table.add("org.asterism." + row.group(2) + "." + row.group(1));
            }
        }
        return tables;
    }

    @Test
    void shouldListFiveToTenTypesForEachUser() throws IOException {
        Map<String, List<String>> tables = tables();
        assertEquals(USERS, List.copyOf(tables.keySet()));
        tables.forEach((user, types) ->
                assertTrue(types.size() >= 5 && types.size() <= 10, () -> user + " has " + types.size() + " types"));
    }

    @Test
    void shouldNameTypesThatExist() throws IOException {
        List<String> complaints = new ArrayList<>();
        tables().values().stream()
                .flatMap(List::stream)
                .forEach(type -> JavaSymbols.complaint(type).ifPresent(complaints::add));
        assertEquals(List.of(), complaints);
    }

    @Test
    void shouldNameOutsideItsTablesOnlyTypesThatExist() throws IOException {
        Set<String> packages = new TreeSet<>(List.of("org.asterism.api.tree", "org.asterism.api.observation"));
        tables().values().stream()
                .flatMap(List::stream)
                .forEach(type -> packages.add(type.substring(0, type.lastIndexOf('.'))));
        List<String> unknown = TYPE.matcher(String.join("\n", Documents.lines(DOCUMENT)))
                .results()
                .map(name -> name.group(1))
                .filter(name -> packages.stream()
                        .allMatch(one -> JavaSymbols.complaint(one + "." + name).isPresent()))
                .toList();
        assertEquals(List.of(), unknown);
    }
}
