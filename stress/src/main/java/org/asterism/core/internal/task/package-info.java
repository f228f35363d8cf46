/** Stress tests of a task's life. They are in the package that they test, to reach members that are not public. */
package org.asterism.core.internal.task;
