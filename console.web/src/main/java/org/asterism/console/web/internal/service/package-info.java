/** The service and its configuration. */
package org.asterism.console.web.internal.service;
