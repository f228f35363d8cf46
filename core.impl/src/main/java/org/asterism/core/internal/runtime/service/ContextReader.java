package org.asterism.core.internal.runtime.service;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.asterism.api.ContextDescription;
import org.asterism.api.PriorityRange;
import org.asterism.api.WorkerSelection;
import org.asterism.core.internal.runtime.staffing.WorkerSelector;
import org.osgi.framework.Constants;

/** Reads the description of a context from the properties of a configuration; see {@link ContextConfiguration}. */
final class ContextReader {
    /** The factory PID of such configurations. */
    static final String PID = "org.asterism.context";

    /** Property that File Install adds. */
    private static final String FILE = "felix.fileinstall.filename";

    private static final List<String> KNOWN = List.of(
            "name", "policy", "fallback.policy", "workers", "share", "parent", "heir", "priorities", "limit", "rank");

    /** Prefixes of properties that frameworks, Configuration Admin and File Install add. */
    private static final List<String> OF_OTHERS = List.of("service.", "component.", "felix.", ".", "osgi.");

    private final Map<String, Object> properties;

    ContextReader(Map<String, Object> properties) {
        this.properties = properties;
    }

    /** Returns the origin of the configuration, for people: a file with its folder, or else the PID. */
    String source() {
        if (properties.get(FILE) instanceof String file) {
            Path path = Path.of(file.replaceFirst("^file:/*", "/"));
            int names = path.getNameCount();
            return path.subpath(Math.max(0, names - 2), names).toString();
        }
        return pid();
    }

    private String pid() {
        return properties.get(Constants.SERVICE_PID) instanceof String pid ? pid : PID;
    }

    /** The context's name; empty if there is none. */
    String name() {
        String given = text("name").orElse("");
        String pid = pid();
        return !given.isEmpty() ? given : pid.startsWith(PID + "~") ? pid.substring(PID.length() + 1) : "";
    }

    /**
     * The description.
     *
     * @throws IllegalArgumentException if something makes no sense: the message names the property, its value and what
     *     is allowed
     */
    ContextDescription read() {
        refuseUnknown();
        if (name().isEmpty()) {
            throw new IllegalArgumentException("it has no property 'name': give the context one");
        }
        ContextDescription read = ContextDescription.named(name());
        read = with(read, "policy", text -> text.isEmpty() ? null : text, this::withPolicy);
        read = with(
                read,
                "fallback.policy",
                text -> text,
                (it, text) -> it.withFallbackPolicy(Optional.of(text).filter(name -> !name.isEmpty())));
        read = withWorkers(read);
        read = with(read, "parent", ContextReader::orNull, ContextDescription::within);
        read = with(read, "heir", ContextReader::orNull, ContextDescription::withHeir);
        read = with(
                read, "priorities", ContextReader::orNull, (it, text) -> it.withPriorities(PriorityRange.parse(text)));
        read = with(read, "limit", ContextReader::orNull, ContextDescription::withLimit);
        return with(read, "rank", ContextReader::orNull, (it, text) -> it.withRank(number(text)));
    }

    private void refuseUnknown() {
        List<String> unknown = properties.keySet().stream()
                .filter(name -> !KNOWN.contains(name) && OF_OTHERS.stream().noneMatch(name::startsWith))
                .sorted()
                .toList();
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("it has " + (unknown.size() == 1 ? "the property '" : "the properties '")
                    + String.join("', '", unknown) + "'; allowed are " + String.join(", ", KNOWN));
        }
    }

    private ContextDescription withPolicy(ContextDescription before, String text) {
        List<String> parts = Stream.of(text.split(",", -1)).map(String::strip).toList();
        Map<String, String> ofPolicy = new LinkedHashMap<>();
        for (String part : parts.subList(1, parts.size())) {
            int equals = part.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        "'" + part + "' is no property of a policy: write NAME,key=value,...");
            }
            ofPolicy.put(
                    part.substring(0, equals).strip(),
                    part.substring(equals + 1).strip());
        }
        return before.withPolicy(parts.getFirst(), ofPolicy);
    }

    private ContextDescription withWorkers(ContextDescription before) {
        boolean shares = switch (text("share").orElse("false")) {
            case "true" -> true;
            case "false", "" -> false;
            default -> throw new IllegalArgumentException(slip("share", "allowed are true and false"));
        };
        return with(before, "workers", ContextReader::orNull, (it, text) -> {
            WorkerSelection selection = WorkerSelection.parse(text);
            WorkerSelector.refuseNonsense(selection);
            return shares ? it.sharingWorkers(selection) : it.withWorkers(selection);
        });
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            throw new IllegalArgumentException("allowed are whole numbers", noNumber);
        }
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private interface Change {
        ContextDescription with(ContextDescription before, String text);
    }

    /** As a property says, unless it is missing, or the filter makes null of it. */
    private ContextDescription with(
            ContextDescription before, String property, UnaryOperator<String> filter, Change change) {
        String text = text(property).map(filter).orElse(null);
        if (text == null) {
            return before;
        }
        try {
            return change.with(before, text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(slip(property, wrong.getMessage()), wrong);
        }
    }

    private String slip(String property, String why) {
        return "property '" + property + "' is '" + text(property).orElse("") + "': " + why;
    }

    private Optional<String> text(String property) {
        return Optional.ofNullable(properties.get(property)).map(ContextReader::text);
    }

    private static String text(Object value) {
        return switch (value) {
            case Object[] several -> Stream.of(several).map(String::valueOf).collect(Collectors.joining(","));
            case Collection<?> several -> several.stream().map(String::valueOf).collect(Collectors.joining(","));
            default -> value.toString().strip();
        };
    }
}
