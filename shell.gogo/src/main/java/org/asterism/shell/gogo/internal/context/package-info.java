/** The commands that show scheduling contexts, make them and change them. */
package org.asterism.shell.gogo.internal.context;
