/** The command that explains why a task has not ended and why a worker has nothing to do. */
package org.asterism.shell.gogo.internal.explain;
