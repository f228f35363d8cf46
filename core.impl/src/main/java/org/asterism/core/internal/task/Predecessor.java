package org.asterism.core.internal.task;

/** What others can wait for: a task or a tag. Both have a field for the list of {@link Successors}. */
public sealed interface Predecessor extends GraphNode permits Job, Round {}
