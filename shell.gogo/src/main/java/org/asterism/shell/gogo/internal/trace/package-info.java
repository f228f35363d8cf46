/** The command that records runtimes, and the reader of recordings behind {@code asterism trace FILE}. */
package org.asterism.shell.gogo.internal.trace;
