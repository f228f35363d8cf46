/** What the prompt of gogo.jline lacks. */
package org.asterism.shell.gogo.internal.prompt;
