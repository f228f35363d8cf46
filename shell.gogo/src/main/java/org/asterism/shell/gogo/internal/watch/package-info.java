/** Answers that are shown again and again. */
package org.asterism.shell.gogo.internal.watch;
