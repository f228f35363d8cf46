/** Reads and checks the options of a run. */
package org.asterism.run.internal.option;
