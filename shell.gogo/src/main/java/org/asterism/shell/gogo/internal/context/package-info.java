/** Commands that show, create and change scheduling contexts. */
package org.asterism.shell.gogo.internal.context;
