/** Draws what models have learnt. */
package org.asterism.shell.gogo.internal.plot;
