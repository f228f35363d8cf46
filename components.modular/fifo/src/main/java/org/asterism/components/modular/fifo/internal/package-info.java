/** The scheduling component {@code fifo}. */
package org.asterism.components.modular.fifo.internal;
