package org.asterism.api;

import java.util.List;

/** There is no scheduling policy of the name that was asked for. */
public final class UnknownPolicyException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /**
     * Names what there is.
     *
     * @param name the name that was asked for
     * @param available the names of the policies that are there
     */
    public UnknownPolicyException(String name, List<String> available) {
        super(
                "there is no policy '" + name + "'; there "
                        + (available.isEmpty()
                                ? "are none: install a policy's bundle"
                                : (available.size() == 1 ? "is: " : "are: ") + String.join(", ", available)),
                null);
    }
}
