/** Transfers in virtual time: their order, and their shares of the links. */
package org.asterism.driver.sim.internal.network;
