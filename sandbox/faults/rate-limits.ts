import type { Fault } from './fault.js';
import { countFaults } from './rate-limits/counts.js';
import { limitHeaderFaults } from './rate-limits/headers.js';
import { overLimitFaults } from './rate-limits/over-limit.js';
import { sharedWindowFaults } from './rate-limits/shared-windows.js';
import { windowFaults } from './rate-limits/windows.js';

/** Faults of the rate limits (clauses 4.4, 5.6 and 8.1). */
export const rateLimitsFaults: readonly Fault[] = [
  ...limitHeaderFaults,
  ...countFaults,
  ...sharedWindowFaults,
  ...windowFaults,
  ...overLimitFaults,
];
