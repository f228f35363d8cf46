/** The scheduling component {@code user-choice}. */
package org.asterism.components.modular.userchoice.internal;
