/** The scheduling component {@code prio}. */
package org.asterism.components.modular.prio.internal;
