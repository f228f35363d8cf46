/** Devices that work by themselves, are lost, come back, or have too little memory. */
package org.asterism.core.internal.devices;
