/** Tasks: their contents, their obstacles (data, predecessors, tags), and how they end. */
package org.asterism.core.internal.task;
