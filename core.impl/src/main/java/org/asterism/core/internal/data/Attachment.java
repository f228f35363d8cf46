package org.asterism.core.internal.data;

/** What a package above this one keeps with a handle; only that package knows more of it. */
public interface Attachment {}
