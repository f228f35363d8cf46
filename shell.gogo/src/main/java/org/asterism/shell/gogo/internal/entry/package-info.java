/** What {@code asterism run} and {@code asterism exec} call. */
package org.asterism.shell.gogo.internal.entry;
