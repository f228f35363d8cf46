/** What components build on, under the stress of threads. */
package org.asterism.kit.component;
