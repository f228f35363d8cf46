package org.example.layout;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.asterism.api.data.Layout;
import org.asterism.spi.layout.LayoutFactory;
import org.asterism.spi.layout.ProvidesLayout;
import org.osgi.service.component.annotations.Component;

/** The service that Asterism finds: makes layouts for programs that do not have the class. */
@ProvidesLayout(BandLayout.KIND)
@Component(
        property = {
            LayoutFactory.NAME + "=" + BandLayout.KIND,
            LayoutFactory.DESCRIPTION + "=a square matrix of doubles with a band; parameters rows, lower, upper"
        })
public final class BandLayoutFactory implements LayoutFactory {
    /** The parameter with the number of rows, and of columns. */
    static final String ROWS = "rows";

    /** The parameter with the number of diagonals below the main one. */
    static final String LOWER = "lower";

    /** The parameter with the number of diagonals above the main one. */
    static final String UPPER = "upper";

    private static final Set<String> KNOWN = Set.of(ROWS, LOWER, UPPER);

    /** Made by Declarative Services. */
    public BandLayoutFactory() {}

    @Override
    public Layout create(Map<String, ?> parameters) {
        for (String name : parameters.keySet()) {
            if (!KNOWN.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown parameter '" + name + "': there are " + String.join(", ", new TreeSet<>(KNOWN)));
            }
        }
        return new BandLayout(number(parameters, ROWS), number(parameters, LOWER), number(parameters, UPPER));
    }

    private static long number(Map<String, ?> parameters, String name) {
        if (parameters.get(name) instanceof Number number) {
            return number.longValue();
        }
        throw new IllegalArgumentException(name + "=" + parameters.get(name) + ": give a number, 0 or more");
    }
}
