/** The scheduling component {@code heft}. */
package org.asterism.components.modular.heft.internal;
