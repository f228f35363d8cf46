package org.asterism.spi.component;

/** The purpose of a component, which determines its possible places in a tree. */
public enum ComponentFamily {
    /** Keeps tasks: a reservoir, which ends one scheduling area and begins the next. */
    STORAGE("storage"),
    /** Chooses between its children; only these may have any number of them. */
    RESOURCE_MAPPING("resource mapping"),
    /** Does something of its own to the tasks that pass it. */
    SPECIAL_PURPOSE("special purpose"),
    /** Stands for one worker, or for several that work together: the end of every way through a tree. */
    WORKER("worker");

    private final String words;

    ComponentFamily(String words) {
        this.words = words;
    }

    /** The family in words, as the service property {@link SchedulingComponentFactory#KIND} has it. */
    @Override
    public String toString() {
        return words;
    }
}
