/** The application {@code heat}: heat spreading over a plate, and the picture of it. */
package org.asterism.examples.heat.internal;
