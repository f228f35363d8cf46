package org.asterism.core.internal.data;

/** An object that a higher package attaches to a handle. Only that package knows its class. */
public interface Attachment {}
