/** A driver of our own. Nothing is exported: Asterism finds it as a service. */
package org.example.driver;
