/** The scheduling component {@code random}. */
package org.asterism.components.modular.random.internal;
