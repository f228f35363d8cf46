/** The scheduling component {@code best-implementation}. */
package org.asterism.components.modular.bestimplementation.internal;
