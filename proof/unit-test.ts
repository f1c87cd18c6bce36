/**
 * The test function of unit tests: Playwright's runner without its browser fixtures, which unit tests don't need.
 * Setting them up and taking them down for each of thousands of tests would take longer than the tests.
 */
export { _baseTest as test, expect } from '@playwright/test';
