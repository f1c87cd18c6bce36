import type { Fault } from './fault.js';
import { lapsedKeyFaults } from './settings-area/lapsed-keys.js';
import { newKeyFaults } from './settings-area/new-keys.js';
import { shownValueFaults } from './settings-area/shown-values.js';
import { userFaults } from './settings-area/users.js';

/** Faults of the settings area, and of the keys that are managed in it (clause 5). */
export const settingsAreaFaults: readonly Fault[] = [
  ...newKeyFaults,
  ...userFaults,
  ...shownValueFaults,
  ...lapsedKeyFaults,
];
