package org.asterism.report.text;

/** An answer that describes a state: it can be looked at again, and may be different then. */
public interface View extends Answer {}
