/** The container of plain Java programs: Felix, with the bundles of the class path and of watched folders. */
package org.asterism.container.internal;
