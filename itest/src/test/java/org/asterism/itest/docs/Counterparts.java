package org.asterism.itest.docs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Looks up what a cell of the column "In Asterism" names: names between backticks, with commas between. The word before
 * a name says of what kind it is; Java symbols, commands, options and paths are known by their form.
 */
final class Counterparts {
    private static final Pattern NAME = Pattern.compile("(?:([a-z]+) )?`([^`]+)`");
    private static final Pattern CELL = Pattern.compile(NAME.pattern() + "(?:, " + NAME.pattern() + ")*");
    private static final Pattern JAVA_SYMBOL = Pattern.compile("(org\\.asterism|java)\\.\\S+");
    private static final String COMMAND = "asterism:";
    private static final String OPTION = "--";

    private final ShippedNames shipped;

    Counterparts(ShippedNames shipped) {
        this.shipped = shipped;
    }

    /** What is wrong with a cell; empty if all that it names exists. */
    List<String> complaints(String cell) {
        if (!CELL.matcher(cell).matches()) {
            return List.of(
                    "expected names between backticks, each with its kind before it, and commas between, but found: "
                            + cell);
        }
        Map<String, List<String>> byKind = new LinkedHashMap<>();
        Matcher names = NAME.matcher(cell);
        while (names.find()) {
            String kind = names.group(1) == null ? "" : names.group(1);
            byKind.computeIfAbsent(kind, first -> new ArrayList<>()).add(names.group(2));
        }
        List<String> complaints = new ArrayList<>();
        byKind.forEach((kind, all) -> all.forEach(name -> complaints.addAll(complaints(kind, name, byKind))));
        return complaints;
    }

    private List<String> complaints(String kind, String name, Map<String, List<String>> byKind) {
        return switch (kind) {
            case "" -> byForm(name).stream().toList();
            case "policy" -> shipped.policy(name).stream().toList();
            case "component" -> shipped.component(name).stream().toList();
            case "driver" -> shipped.driver(name).stream().toList();
            case "balancer" -> shipped.balancer(name).stream().toList();
            case "folder" -> shipped.folder(name).stream().toList();
            case "setting" -> shipped.setting(name).stream().toList();
            case "parameter" -> each(byKind, "component", "parameter " + name, owner -> shipped.parameter(owner, name));
            case "property" ->
                byKind.containsKey("driver")
                        ? each(byKind, "driver", "property " + name, owner -> shipped.driverProperty(owner, name))
                        : each(byKind, "policy", "property " + name, owner -> shipped.policyProperty(owner, name));
            default -> List.of("there is no kind of name '" + kind + "': see the legend");
        };
    }

    /** A property or parameter is one of each policy, driver or component in the same cell. */
    private static List<String> each(
            Map<String, List<String>> byKind,
            String ownerKind,
            String what,
            Function<String, Optional<String>> lookup) {
        List<String> owners = byKind.getOrDefault(ownerKind, List.of());
        return owners.isEmpty()
                ? List.of("it does not say whose " + what + " is")
                : owners.stream().map(lookup).flatMap(Optional::stream).toList();
    }

    private Optional<String> byForm(String name) {
        if (JAVA_SYMBOL.matcher(name).matches()) {
            return JavaSymbols.complaint(name);
        }
        if (name.startsWith(COMMAND)) {
            return shipped.command(name.substring(COMMAND.length()));
        }
        if (name.startsWith(OPTION)) {
            return shipped.option(name.substring(OPTION.length()));
        }
        return name.contains("/")
                ? shipped.folder(name)
                : Optional.of("say of what kind '" + name + "' is, as in: policy `" + name + "`");
    }
}
