/** The command for the live page. */
package org.asterism.shell.gogo.internal.console;
