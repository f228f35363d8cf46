/** A scheduling component of a third party. */
package org.example.component;
