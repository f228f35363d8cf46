/** The scheduling component {@code heteroprio}. */
package org.asterism.components.modular.heteroprio.internal;
