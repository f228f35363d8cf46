/** Commands that stop tasks at their points. */
package org.asterism.shell.gogo.internal.debug;
