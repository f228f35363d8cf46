package org.asterism.core.internal.data;

/** An object that a higher package keeps with a handle; only that package knows its class. */
public interface Attachment {}
