/** Entries for {@code asterism run} and {@code asterism exec}. */
package org.asterism.shell.gogo.internal.entry;
