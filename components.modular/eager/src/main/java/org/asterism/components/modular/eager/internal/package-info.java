/** The scheduling component {@code eager}. */
package org.asterism.components.modular.eager.internal;
