/** Tells JLine what can be typed next, and asks it what was typed; the only package that knows JLine. */
package org.asterism.shell.gogo.internal.completion;
