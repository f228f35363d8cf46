package org.asterism.core.internal.runtime.staffing;

import java.util.Map;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;

/**
 * A filter that selects workers. Only this class uses OSGi's filters, so a program without filters needs no framework
 * on its class path.
 */
public final class WorkerFilter {
    private final Filter filter;

    private WorkerFilter(Filter filter) {
        this.filter = filter;
    }

    /**
     * Reads a filter.
     *
     * @throws IllegalArgumentException if the text is none; says why
     */
    public static WorkerFilter of(String text) {
        try {
            return new WorkerFilter(FrameworkUtil.createFilter(text));
        } catch (InvalidSyntaxException wrong) {
            // Some frameworks say of a text that ends too early only at which index.
            throw new IllegalArgumentException(
                    opened(text) > 0
                            ? "the filter '" + text + "' ends too early: a parenthesis is not closed"
                            : wrong.getMessage(),
                    wrong);
        }
    }

    private static long opened(String text) {
        return text.chars().filter(letter -> letter == '(').count()
                - text.chars().filter(letter -> letter == ')').count();
    }

    /** Whether it means the worker of some {@link org.asterism.api.WorkerFacts facts}. */
    public boolean matches(Map<String, Object> facts) {
        return filter.matches(facts);
    }

    @Override
    public String toString() {
        return filter.toString();
    }
}
