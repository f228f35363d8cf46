/** What components build on, under the stress of threads. */
package org.asterism.spi.component;
