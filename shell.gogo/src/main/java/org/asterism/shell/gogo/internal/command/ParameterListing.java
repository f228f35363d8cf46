package org.asterism.shell.gogo.internal.command;

import java.util.List;
import java.util.function.Function;
import org.asterism.report.text.Column;
import org.asterism.report.text.Listing;

/** Tables of what plug-ins can be told. */
public final class ParameterListing {
    /**
     * A parameter.
     *
     * @param owner whose it is
     * @param text as a {@link org.asterism.api.Parameter}
     */
    public record Row(String owner, String text) {}

    private ParameterListing() {}

    /**
     * Lists the parameters of some plug-ins.
     *
     * @param <T> what a plug-in is
     * @param kind the title of the column of names
     * @param owners the plug-ins
     * @param name of a plug-in
     * @param parameters of a plug-in, each as a {@link org.asterism.api.Parameter}
     * @return a row for each parameter
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
