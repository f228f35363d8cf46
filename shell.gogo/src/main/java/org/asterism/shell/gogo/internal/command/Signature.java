package org.asterism.shell.gogo.internal.command;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;
import org.apache.felix.service.command.Parameter;
import org.asterism.report.text.NearestNames;
import org.asterism.spi.application.UsageException;

/**
 * Signature of a command, read from the annotations of its method, which Gogo's {@code help} also shows. It replaces
 * Gogo's own matching of arguments, which reports typing errors with the signatures of Java methods.
 *
 * <p>A parameter is the session, an option ({@link Parameter}, of type boolean for a flag, else String), one word, or,
 * as the last, {@code String[]} for all further words. A method without options that takes all words gets them
 * unchanged.
 */
final class Signature {
    /** Placeholders for the values of our commands' options. */
    private static final Map<String, String> VALUES = Map.ofEntries(
            Map.entry("--xml", "FILE"),
            Map.entry("--png", "FILE"),
            Map.entry("--svg", "FILE"),
            Map.entry("--tree", "FILE"),
            Map.entry("--sim", "FILE|MACHINE"),
            Map.entry("--file", "FILE"),
            Map.entry("--last", "TIME"),
            Map.entry("--output", "PATH"),
            Map.entry("--synthetic", "SPEC"),
            Map.entry("-n", "N"),
            Map.entry("--delete", "N"),
            Map.entry("--runtime", "NAME"),
            Map.entry("--policy", "POLICY"),
            Map.entry("--fall-back", "POLICY"),
            Map.entry("--workers", "WORKERS"),
            Map.entry("--parent", "CONTEXT"),
            Map.entry("--heir", "CONTEXT"),
            Map.entry("--priorities", "RANGE"),
            Map.entry("--limit", "RANGE"),
            Map.entry("--rank", "N"));

    private final Object target;
    private final Method method;
    private final List<Option> options = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final boolean takesMore;

    private Signature(Object target, Method method) {
        this.target = target;
        this.method = method;
        boolean more = false;
        for (java.lang.reflect.Parameter parameter : method.getParameters()) {
            Parameter option = parameter.getAnnotation(Parameter.class);
            Descriptor descriptor = parameter.getAnnotation(Descriptor.class);
            if (option != null) {
                options.add(new Option(
                        List.of(option.names()),
                        isFlag(option) ? "" : VALUES.getOrDefault(option.names()[0], "VALUE"),
                        descriptor == null ? "" : descriptor.value(),
                        Optional.empty()));
            } else if (parameter.getType() != CommandSession.class) {
                more = parameter.getType().isArray();
                String name = parameter.getName().toUpperCase(Locale.ROOT);
                words.add(more ? "[" + name + "...]" : name);
            }
        }
        takesMore = more;
    }

    private static boolean isFlag(Parameter option) {
        return !option.presentValue().equals(Parameter.UNSPECIFIED);
    }

    /** Returns the signature of a command's only method with a descriptor. */
    static Signature of(Object command) {
        Method described = Arrays.stream(command.getClass().getMethods())
                .filter(method -> method.isAnnotationPresent(Descriptor.class))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(command.getClass() + " has no method with @Descriptor"));
        return new Signature(command, described);
    }

    /**
     * Returns the command's name: that of the method, with a dash before each part that begins with a capital letter,
     * and without the underscore behind a name that is a keyword of Java.
     */
    String name() {
        return method.getName()
                .replaceAll("(?=\\p{Lu})", "-")
                .replaceFirst("_$", "")
                .toLowerCase(Locale.ROOT);
    }

    String description() {
        return method.getAnnotation(Descriptor.class).value();
    }

    List<Option> options() {
        return options;
    }

    /** Returns the type of the method's answers. */
    Class<?> returned() {
        return method.getReturnType();
    }

    /** Returns how to type the command, in one line. */
    String usage(List<Option> options) {
        List<String> parts = new ArrayList<>(List.of(Command.SCOPE + ":" + name()));
        for (Option option : options) {
            parts.add("[" + option.names().getFirst() + (option.isFlag() ? "" : " " + option.value()) + "]");
        }
        parts.addAll(words);
        return String.join(" ", parts);
    }

    /**
     * Calls the method.
     *
     * @param typed words, without options that the method does not have
     * @param usage how to type the command, for messages
     * @param known all options of the command; if there are none, words may begin with a dash
     * @throws UsageException if the words do not fit
     */
    Object call(CommandSession session, List<String> typed, String usage, List<Option> known) throws Exception {
        List<String> rest = new ArrayList<>(typed);
        java.lang.reflect.Parameter[] parameters = method.getParameters();
        Object[] values = new Object[parameters.length];
        for (int index = 0; index < values.length; index++) {
            Parameter option = parameters[index].getAnnotation(Parameter.class);
            if (option != null) {
                String text = takeOption(option, rest);
                values[index] = parameters[index].getType() == boolean.class ? Boolean.valueOf(text) : (Object) text;
            } else if (parameters[index].getType() == CommandSession.class) {
                values[index] = session;
            }
        }
        for (String word : known.isEmpty() && takesMore ? List.<String>of() : rest) {
            if (word.startsWith("-") && word.length() > 1) {
                throw unknown(word, known);
            }
        }
        fillWords(parameters, values, rest, usage);
        try {
            return method.invoke(target, values);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof Exception problem) {
                throw problem;
            }
            throw thrown;
        }
    }

    private void fillWords(java.lang.reflect.Parameter[] parameters, Object[] values, List<String> rest, String usage) {
        int needed = words.size() - (takesMore ? 1 : 0);
        if (rest.size() < needed) {
            throw new UsageException("give " + String.join(" ", words) + "; usage: " + usage);
        }
        if (rest.size() > needed && !takesMore) {
            throw new UsageException("'" + rest.get(needed) + "' is one word too many; usage: " + usage);
        }
        int next = 0;
        for (int index = 0; index < values.length; index++) {
            if (values[index] == null && parameters[index].getType() == String[].class) {
                values[index] = rest.subList(next, rest.size()).toArray(String[]::new);
            } else if (values[index] == null && parameters[index].getType() == String.class) {
                values[index] = rest.get(next++);
            }
        }
    }

    /**
     * Removes an option from the words: {@code --name VALUE}, {@code --name=VALUE} or a flag.
     *
     * @throws UsageException if its value is missing or empty, or if the option occurs twice
     */
    private static String takeOption(Parameter option, List<String> rest) {
        if (isFlag(option)) {
            return rest.removeAll(List.of(option.names())) ? option.presentValue() : option.absentValue();
        }
        String found = null;
        for (String name : option.names()) {
            for (int at = find(name, rest); at >= 0; at = find(name, rest)) {
                String word = rest.remove(at);
                String next = word.equals(name) && at < rest.size() ? rest.remove(at) : "";
                String value = word.equals(name) ? next : word.substring(name.length() + 1);
                if (value.isEmpty()) {
                    throw new UsageException("option '" + name + "' needs a value: " + name + " "
                            + VALUES.getOrDefault(option.names()[0], "VALUE"));
                }
                if (found != null) {
                    throw new UsageException("option '" + name + "' is given twice");
                }
                found = value;
            }
        }
        return found == null ? option.absentValue() : found;
    }

    /** Returns the index of an option with a value among the words, or -1 if it is missing. */
    private static int find(String name, List<String> words) {
        for (int at = 0; at < words.size(); at++) {
            if (words.get(at).equals(name) || words.get(at).startsWith(name + "=")) {
                return at;
            }
        }
        return -1;
    }

    private static UsageException unknown(String word, List<Option> options) {
        int equals = word.indexOf('=');
        if (equals > 0 && options.stream().anyMatch(option -> option.names().contains(word.substring(0, equals)))) {
            String name = word.substring(0, equals);
            return new UsageException("option '" + name + "' takes no value, but '" + word + "' gives one");
        }
        String name = equals > 0 ? word.substring(0, equals) : word;
        List<String> near = NearestNames.near(
                name,
                options.stream().flatMap(option -> option.names().stream()).toList());
        return new UsageException("unknown option '" + word + "'; "
                + (near.isEmpty() ? "" : "did you mean '" + String.join("' or '", near) + "'? ")
                + "it knows: "
                + (options.isEmpty()
                        ? "none"
                        : options.stream().map(Option::typed).collect(Collectors.joining("; "))));
    }
}
