/**
 * What unit tests are written with: Playwright's runner without the fixtures of browsers, of which none needs one. They
 * would be set up and taken down for each of thousands of tests, and take longer than these do.
 */
export { _baseTest as test, expect } from '@playwright/test';
