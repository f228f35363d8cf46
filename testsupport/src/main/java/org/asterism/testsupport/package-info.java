/** Support for the tests of all modules: time limits, stack dumps of tests that hang, captured logs. */
package org.asterism.testsupport;
