package org.asterism.examples.contexts.internal;

/** One of the two programs, and the name of its context. */
enum Side {
    LEFT("left"),
    RIGHT("right");

    private final String text;

    Side(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}
