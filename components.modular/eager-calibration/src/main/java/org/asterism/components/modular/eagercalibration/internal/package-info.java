/** The scheduling component {@code eager-calibration}. */
package org.asterism.components.modular.eagercalibration.internal;
