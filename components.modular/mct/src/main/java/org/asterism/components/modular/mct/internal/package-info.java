/** The scheduling component {@code mct}. */
package org.asterism.components.modular.mct.internal;
