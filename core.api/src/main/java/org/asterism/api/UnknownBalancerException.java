package org.asterism.api;

import java.util.List;

/** There is no balancer of the name that was asked for. */
public final class UnknownBalancerException extends AsterismException {
    private static final long serialVersionUID = 1L;

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
    }
}
