/** The scheduling component {@code eager-prio}. */
package org.asterism.components.modular.eagerprio.internal;
