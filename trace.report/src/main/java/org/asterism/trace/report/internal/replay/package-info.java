/** Feeds a recording to a profile: tasks, workers and contexts of the recording stand in for those of a runtime. */
package org.asterism.trace.report.internal.replay;
