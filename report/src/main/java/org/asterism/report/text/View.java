package org.asterism.report.text;

/** Answer that describes a state, so that a repeated call may have a different result. */
public interface View extends Answer {}
