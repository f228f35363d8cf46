package org.asterism.shell.gogo.internal.command;

import java.util.Collection;
import java.util.List;
import org.asterism.api.Parameter;

/** The properties that can be typed behind the name of a policy. */
public final class PropertySuggestions {
    private PropertySuggestions() {}

    /**
     * The properties that are not given yet, as words of their own.
     *
     * @param parameters as the policy describes them
     * @param given words such as {@code key=value}
     * @return words that end in {@code =}
     */
    public static List<Suggestion> words(List<String> parameters, Collection<String> given) {
        return parameters.stream()
                .map(Parameter::of)
                .filter(parameter -> given.stream().noneMatch(word -> word.startsWith(parameter.name() + "=")))
                .map(parameter -> new Suggestion(
                        parameter.name() + "=",
                        parameter
                                .toString()
                                .substring(parameter.name().length())
                                .strip()))
                .toList();
    }

    /**
     * The same within one word, as in {@code NAME,key=value,}.
     *
     * @param parameters as the policy describes them
     * @param typed the word so far, with at least one comma
     * @return whole words that begin as the typed one does, up to its last comma
     */
    public static List<Suggestion> within(List<String> parameters, String typed) {
        String begin = typed.substring(0, typed.lastIndexOf(',') + 1);
        return words(parameters, List.of(begin.split(","))).stream()
                .map(property -> new Suggestion(begin + property.value(), property.description()))
                .toList();
    }
}
