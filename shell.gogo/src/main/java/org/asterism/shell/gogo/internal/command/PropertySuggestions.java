package org.asterism.shell.gogo.internal.command;

import java.util.Collection;
import java.util.List;
import org.asterism.api.Parameter;

/** Suggestions of properties after the name of a policy. */
public final class PropertySuggestions {
    private PropertySuggestions() {}

    /**
     * Returns the properties that are not set yet, as separate words.
     *
     * @param parameters the policy's parameters
     * @param given typed words such as {@code key=value}
     * @return suggestions that end in {@code =}
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
     * Returns the properties that are not set yet within one word, as in {@code NAME,key=value,}.
     *
     * @param parameters the policy's parameters
     * @param typed the typed word, with at least one comma
     * @return complete words that begin with the typed one up to its last comma
     */
    public static List<Suggestion> within(List<String> parameters, String typed) {
        String begin = typed.substring(0, typed.lastIndexOf(',') + 1);
        return words(parameters, List.of(begin.split(","))).stream()
                .map(property -> new Suggestion(begin + property.value(), property.description()))
                .toList();
    }
}
