package org.asterism.remote.member.internal;

import org.asterism.spi.driver.Driver;
import org.asterism.spi.driver.DriverRequest;

/**
 * A driver whose units are opened for each coordinator.
 *
 * @param driver opens them
 * @param request what it is asked for
 */
record MemberDriver(Driver driver, DriverRequest request) {}
