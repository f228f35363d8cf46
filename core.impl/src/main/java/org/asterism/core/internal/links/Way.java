package org.asterism.core.internal.links;

/**
 * A direction from one memory node to another, by name.
 *
 * @param from the name of a node
 * @param to the name of another
 */
record Way(String from, String to) {}
