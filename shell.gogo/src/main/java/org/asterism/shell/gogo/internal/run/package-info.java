/** Runs applications: their options, their runtime, the progress bar, the swap half-way, what came out. */
package org.asterism.shell.gogo.internal.run;
