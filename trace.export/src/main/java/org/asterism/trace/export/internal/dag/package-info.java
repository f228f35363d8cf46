/** Graphs of tasks for Graphviz. */
package org.asterism.trace.export.internal.dag;
