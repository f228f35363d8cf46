/** Support for the tests of all modules: time limits, and stack dumps of tests that hang. */
package org.asterism.testsupport;
