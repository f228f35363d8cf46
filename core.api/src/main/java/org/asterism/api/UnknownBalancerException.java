package org.asterism.api;

import java.util.List;

/** Thrown when no balancer has the requested name. */
public final class UnknownBalancerException extends AsterismException {
    private static final long serialVersionUID = 1L;

    private final String name;
    private final String[] available; // an array, because lists need not be serializable

    /**
     * Names what there is.
     *
     * @param name the name that was asked for
     * @param available the names of the balancers that are there
     */
    public UnknownBalancerException(String name, List<String> available) {
        super(
                "there is no balancer '" + name + "'; there "
                        + (available.isEmpty()
                                ? "are none: install a balancer's bundle"
                                : (available.size() == 1 ? "is: " : "are: ") + String.join(", ", available)),
                null);
        this.name = name;
        this.available = available.toArray(String[]::new);
    }

    /**
     * The name that was asked for.
     *
     * @return the unknown name
     */
    public String name() {
        return name;
    }

    /**
     * The balancers that were there.
     *
     * @return their names; may be empty
     */
    public List<String> available() {
        return List.of(available);
    }
}
