/** A device's memory: its allocation, and copies to it, from it, and between devices. */
package org.asterism.driver.cuda.internal.memory;
