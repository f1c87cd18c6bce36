import { acceptedKeyFaults } from './authentication/accepted-keys.js';
import { foreignDataFaults } from './authentication/foreign-data.js';
import { keyPlaceFaults } from './authentication/key-places.js';
import { refusedKeyFaults } from './authentication/refused-keys.js';
import { repeatedKeyFaults } from './authentication/repeated-keys.js';
import { unauthenticatedWriteFaults } from './authentication/unauthenticated-writes.js';
import type { Fault } from './fault.js';

/** Faults of the keys (clause 5). */
export const authenticationFaults: readonly Fault[] = [
  ...refusedKeyFaults,
  ...acceptedKeyFaults,
  ...keyPlaceFaults,
  ...unauthenticatedWriteFaults,
  ...foreignDataFaults,
  ...repeatedKeyFaults,
];
