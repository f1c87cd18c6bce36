import fc from 'fast-check';
import { seedVariable } from './seed.js';

// Laws draw their values with the seed that the run has printed.
fc.configureGlobal({ seed: Number(process.env[seedVariable]) });

/**
 * The test function of unit tests: Playwright's runner without its browser fixtures, which unit tests don't need.
 * Setting them up and taking them down for each of thousands of tests would take longer than the tests.
 */
export { _baseTest as test, expect } from '@playwright/test';
