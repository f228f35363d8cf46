/** Tables of the activity of workers and of the durations of tasks. */
package org.asterism.trace.export.internal.activity;
