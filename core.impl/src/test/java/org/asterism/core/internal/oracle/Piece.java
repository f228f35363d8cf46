package org.asterism.core.internal.oracle;

/** What a handle names: some elements of a vector. */
record Piece(Root root, int plan, int child, int from, int to) {
    /**
     * A vector that is registered.
     *
     * @param summed whether all tasks only add to it, in whatever mode
     * @param parts into how many blocks each of its plans cuts it
     */
    record Root(int number, int length, boolean summed, boolean temporary, boolean arbitrated, int[] parts) {
        Piece whole() {
            return new Piece(this, -1, 0, 0, length);
        }

        Piece child(int plan, int child) {
            int even = length / parts[plan];
            int longer = length % parts[plan];
            int from = child * even + Math.min(child, longer);
            return new Piece(this, plan, child, from, from + even + (child < longer ? 1 : 0));
        }
    }

    boolean isWhole() {
        return plan < 0;
    }

    @Override
    public String toString() {
        return (root.summed() ? "sum" : "data") + root.number() + (isWhole() ? "" : "/" + plan + "." + child);
    }
}
