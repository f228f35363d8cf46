package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.function.Function;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;

/** Tables of the parameters of plug-ins. */
public final class ParameterListing {
    /**
     * Row for a parameter.
     *
     * @param owner plug-in with the parameter
     * @param text the parameter as a {@link org.asterism.api.Parameter}
     */
    public record Row(String owner, String text) {}

    private ParameterListing() {}

    /**
     * Lists the parameters of some plug-ins.
     *
     * @param <T> type of the plug-ins
     * @param kind title of the column of names
     * @param owners the plug-ins
     * @param name returns the name of a plug-in
     * @param parameters returns the parameters of a plug-in, each as a {@link org.asterism.api.Parameter}
     * @return one row per parameter
     */
    public static <T> Listing<Row> of(
            String kind, List<T> owners, Function<T, String> name, Function<T, List<String>> parameters) {
        return new Listing<>(
                owners.stream()
                        .flatMap(
                                owner -> parameters.apply(owner).stream().map(text -> new Row(name.apply(owner), text)))
                        .toList(),
                List.of(Column.of(kind, Row::owner), Column.of("parameter (default; allowed): meaning", Row::text)),
                "");
    }
}
