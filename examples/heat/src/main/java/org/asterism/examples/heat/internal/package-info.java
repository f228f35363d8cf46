/** The application {@code heat}: heat that spreads over a plate, and its picture. */
package org.asterism.examples.heat.internal;
