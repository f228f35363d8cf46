package org.asterism.itest.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.asterism.api.TeamSettings;

/**
 * Looks up what a remark names between backticks, as far as its form or the word before says what it is: options with
 * their values, commands, types and members, policies, components with parameters, drivers with properties, folders.
 */
final class Remarks {
    private static final Pattern NAME = Pattern.compile("(?:([a-zA-Z]+) )?`([^`]+)`");
    private static final Pattern SYMBOL = Pattern.compile("([A-Z]\\w*[a-z]\\w*)(?:\\.(\\w+))?");
    private static final Pattern COMPONENT = Pattern.compile("([a-z-]+)\\(([a-z-]+)(?:=.*)?\\)");
    private static final Pattern PAIRS = Pattern.compile("([a-z0-9-]+)((?:,[a-zA-Z0-9.-]+=[^=]+)+)");
    private static final List<String> PACKAGES = List.of(
            "org.asterism.api",
            "org.asterism.api.data",
            "org.asterism.api.device",
            "org.asterism.api.model",
            "org.asterism.api.tree",
            "org.asterism.kit.component",
            "org.asterism.kit.device",
            "org.asterism.kit.policy",
            "org.asterism.spi.component",
            "org.asterism.spi.concurrent",
            "org.asterism.spi.driver",
            "org.asterism.spi.policy",
            "org.asterism.spi.topology",
            "org.asterism.core.internal.protocol",
            "java.lang.foreign",
            "java.util.concurrent");
    private static final String USUAL_NUMBER = "2";
    private static final String USUAL_LEVEL = "numa-node";

    private final ShippedNames shipped;

    Remarks(ShippedNames shipped) {
        this.shipped = shipped;
    }

    /** What is wrong with a remark; empty if all that can be looked up exists. */
    List<String> complaints(String remark) {
        List<String> complaints = new ArrayList<>();
        Matcher names = NAME.matcher(remark);
        String kind = "";
        int end = -1;
        while (names.find()) {
            boolean goesOn =
                    end >= 0 && remark.substring(end, names.start(2) - 1).matches(", | and |, and ");
            kind = goesOn ? kind : singular(names.group(1));
            end = names.end();
            complaint(kind, names.group(2)).ifPresent(complaints::add);
        }
        return complaints;
    }

    private static String singular(String word) {
        return switch (word == null ? "" : word) {
            case "policies" -> "policy";
            case "" -> "";
            default -> word.replaceFirst("s$", "");
        };
    }

    private Optional<String> complaint(String kind, String name) {
        if (name.startsWith("--")) {
            return option(name.substring(2));
        }
        if (name.startsWith("asterism:")) {
            return shipped.command(name.substring("asterism:".length()));
        }
        return switch (kind) {
            case "policy" -> shipped.policy(name);
            case "component" -> shipped.component(name);
            case "driver" -> shipped.driver(name);
            case "balancer" -> shipped.balancer(name);
            case "folder" -> shipped.folder(name);
            case "setting" -> shipped.setting(name);
            case "PID" -> shipped.pid(name);
            default -> byForm(name);
        };
    }

    private Optional<String> byForm(String name) {
        Matcher component = COMPONENT.matcher(name);
        if (component.matches()) {
            return shipped.parameter(component.group(1), component.group(2));
        }
        Matcher pairs = PAIRS.matcher(name);
        if (pairs.matches()) {
            return pairs(pairs.group(1), pairs.group(2));
        }
        Matcher symbol = SYMBOL.matcher(name);
        return symbol.matches() ? symbol(symbol.group(1), symbol.group(2)) : Optional.empty();
    }

    /** An option of {@code asterism run}, and what is given to it. */
    private Optional<String> option(String text) {
        String[] words = text.split(" ", 2);
        Optional<String> unknown = shipped.option(words[0]);
        if (unknown.isPresent() || words.length == 1) {
            return unknown;
        }
        return switch (words[0]) {
            case "policy", "driver" -> {
                Matcher pairs = PAIRS.matcher(words[1]);
                yield pairs.matches() ? pairs(pairs.group(1), pairs.group(2)) : Optional.empty();
            }
            case "teams" -> teams(words[1]);
            default -> Optional.empty();
        };
    }

    private static Optional<String> teams(String text) {
        try {
            TeamSettings.parse(text.replace("TYPE", USUAL_LEVEL).replace("N", USUAL_NUMBER));
            return Optional.empty();
        } catch (IllegalArgumentException refused) {
            return Optional.of(refused.getMessage());
        }
    }

    /** A driver or policy with properties behind it. */
    private Optional<String> pairs(String owner, String properties) {
        return Arrays.stream(properties.substring(1).split(",(?=[^,]+=)"))
                .map(pair -> pair.substring(0, pair.indexOf('=')))
                .map(property -> shipped.isDriver(owner)
                        ? shipped.driverProperty(owner, property)
                        : shipped.policyProperty(owner, property))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> symbol(String type, String member) {
        List<Optional<String>> answers = PACKAGES.stream()
                .map(name -> JavaSymbols.complaint(name + "." + type + (member == null ? "" : "#" + member)))
                .toList();
        return answers.stream().anyMatch(Optional::isEmpty)
                ? Optional.empty()
                : Optional.of(
                        "there is no public " + type + (member == null ? "" : "." + member) + " in any of " + PACKAGES);
    }
}
