/** Tells JLine what can be typed next; the only package that knows JLine. */
package org.asterism.shell.gogo.internal.completion;
