/** The scheduling component {@code stage}. */
package org.asterism.components.modular.stage.internal;
