/** Commands that run, list and cancel applications. */
package org.asterism.shell.gogo.internal.run;
