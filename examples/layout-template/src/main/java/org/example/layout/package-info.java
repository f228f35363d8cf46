/** A layout of our own, and an application that uses it. Nothing is exported: Asterism finds both as services. */
package org.example.layout;
