/** A device's memory: how it is dealt out, and how data are copied to it, from it, and between devices. */
package org.asterism.driver.cuda.internal.memory;
