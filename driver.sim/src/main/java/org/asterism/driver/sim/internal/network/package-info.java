/** Transfers in virtual time: who waits for whom, and who gets how much of a link. */
package org.asterism.driver.sim.internal.network;
