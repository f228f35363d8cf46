package org.asterism.core.internal.task;

/** A task or a tag that others can wait for. Both have a field for the list of {@link Successors}. */
public sealed interface Predecessor extends GraphNode permits Job, Round {}
