/**
 * Tasks from within: what a task is made of, what it waits for because of its data, its predecessors or tags, and how
 * it ends.
 */
package org.asterism.core.internal.task;
