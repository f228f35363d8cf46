/** Stress tests of a task's life; in the package of what they test, to reach what is not public. */
package org.asterism.core.internal.task;
