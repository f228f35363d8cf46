package org.asterism.run.internal.option;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.asterism.report.text.NearestNames;
import org.asterism.run.option.CommonOptions;
import org.asterism.spi.application.ApplicationOption;
import org.asterism.spi.application.UsageException;

/** Options after an application's name: {@code --name value}, {@code --name=value} and {@code --flag}, in any order. */
public final class TypedOptions {
    private static final Set<String> REPEATABLE = Set.of(CommonOptions.SIM_OPTION, CommonOptions.DRIVER);

    private final Map<String, List<String>> values = new HashMap<>();
    private final Set<String> flags = new HashSet<>();

    private TypedOptions() {}

    /**
     * Reads options.
     *
     * @param application name of the application, for messages
     * @param own options of the application
     * @param words typed words
     * @return the options, with unchecked values
     * @throws UsageException if an option is unknown, has no value or occurs twice
     */
    public static TypedOptions parse(String application, List<ApplicationOption> own, List<String> words) {
        TypedOptions options = new TypedOptions();
        List<ApplicationOption> known = Stream.concat(CommonOptions.own(own).stream(), CommonOptions.ALL.stream())
                .toList();
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            ApplicationOption option = known.stream()
                    .filter(each -> name.equals("--" + each.name()))
                    .findFirst()
                    .orElseThrow(() -> unknown(application, own, word, name));
            if (option.isFlag()) {
                if (equals >= 0) {
                    throw new UsageException("option '" + name + "' takes no value, but '" + word + "' gives one");
                }
                options.flags.add(option.name());
                continue;
            }
            String value = equals < 0 ? "" : word.substring(equals + 1);
            if (equals < 0 && at + 1 < words.size() && !words.get(at + 1).startsWith("--")) {
                value = words.get(++at);
            }
            if (value.isEmpty()) {
                throw new UsageException("option '" + name + "' needs a value: " + name + " " + option.value());
            }
            List<String> given = options.values.computeIfAbsent(option.name(), any -> new ArrayList<>());
            if (!given.isEmpty() && !REPEATABLE.contains(option.name())) {
                throw new UsageException("option '" + name + "' is given twice");
            }
            given.add(value);
        }
        return options;
    }

    private static UsageException unknown(String application, List<ApplicationOption> own, String word, String name) {
        if (!word.startsWith("-")) {
            return new UsageException(
                    "'" + word + "' is not an option; options of application '" + application + "' begin with --");
        }
        List<String> names = Stream.concat(CommonOptions.own(own).stream(), CommonOptions.ALL.stream())
                .map(option -> "--" + option.name())
                .toList();
        return new UsageException("unknown option '" + name + "' for application '" + application + "'; "
                + NearestNames.instead(name, names, "'run " + application + " --help'"));
    }

    /**
     * Returns the position of the application's name. Options may precede it.
     *
     * @param words typed words
     * @return index of the name, or -1 if there is none
     */
    public static int positionOfName(List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            String word = words.get(at);
            if (!word.startsWith("-")) {
                return at;
            }
            boolean takesValue = CommonOptions.ALL.stream()
                    .anyMatch(option -> !option.isFlag() && word.equals("--" + option.name()));
            if (takesValue) {
                at++;
            }
        }
        return -1;
    }

    /** Returns the typed words without the application's name. */
    public static List<String> without(List<String> words, int position) {
        List<String> rest = new ArrayList<>(words);
        rest.remove(position);
        return rest;
    }

    /** Returns the value of an option. Repeated values are joined with commas. */
    public Optional<String> value(String option) {
        return Optional.ofNullable(values.get(option)).map(given -> String.join(",", given));
    }

    /** Returns the values of an option, in the order in which they were typed. */
    public List<String> values(String option) {
        return values.getOrDefault(option, List.of());
    }

    /** Whether an option was typed, with a value or as a flag. */
    public boolean has(String option) {
        return values.containsKey(option) || flags.contains(option);
    }

    public boolean flag(String option) {
        return flags.contains(option);
    }

    public long integer(String option, long fallback, long least, long most) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            long value = Long.parseLong(text.get().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        String from = least == Long.MIN_VALUE ? "" : " from " + least;
        String to = most == Long.MAX_VALUE ? "" : " to " + most;
        throw new UsageException(
                "option '--" + option + "' is '" + text.get() + "'; allowed are whole numbers" + from + to);
    }

    public double number(String option, double fallback, double least, double most) {
        Optional<String> text = value(option);
        if (text.isEmpty()) {
            return fallback;
        }
        try {
            double value = Double.parseDouble(text.get().strip());
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException noNumber) {
            // The message below names the allowed values; the exception would add nothing.
        }
        throw new UsageException(
                "option '--" + option + "' is '" + text.get() + "'; allowed are numbers from " + least + " to " + most);
    }
}
