/** The commands that profile runtimes and show the history of tasks. */
package org.asterism.shell.gogo.internal.profile;
