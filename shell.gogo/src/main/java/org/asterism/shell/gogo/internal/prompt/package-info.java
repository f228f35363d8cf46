/** Corrections of the prompt of gogo.jline. */
package org.asterism.shell.gogo.internal.prompt;
