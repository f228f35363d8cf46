package org.asterism.api;

import java.util.List;

/** Thrown when no scheduling policy has the requested name. */
public final class UnknownPolicyException extends AsterismException {
    private static final long serialVersionUID = 1L;

    /** All trees are policies: the names of all would fill a page. */
    private static final int MOST_LISTED = 8;

    private final String name;
    private final String[] available; // an array, because lists need not be serializable

    /**
     * Names what there is.
     *
     * @param name the name that was asked for
     * @param available the names of the policies that are there
     */
    public UnknownPolicyException(String name, List<String> available) {
        super(
                "there is no policy '" + name + "'; "
                        + (available.isEmpty() ? "there are none: install a policy's bundle" : some(available)),
                null);
        this.name = name;
        this.available = available.toArray(String[]::new);
    }

    private static String some(List<String> available) {
        if (available.size() > MOST_LISTED) {
            return "there are " + available.size() + ", such as " + String.join(", ", available.subList(0, MOST_LISTED))
                    + "; TaskRuntime.policies() lists them";
        }
        return (available.size() == 1 ? "there is: " : "there are: ") + String.join(", ", available);
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
     * The policies that were there.
     *
     * @return their names; may be empty
     */
    public List<String> available() {
        return List.of(available);
    }
}
