/** The scheduling component {@code work-stealing}. */
package org.asterism.components.modular.workstealing.internal;
