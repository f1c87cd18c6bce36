import { createReferenceData } from '../domain/reference-data/index.js';
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.js';
import { findPlanting } from './find-planting.js';
import { plantedOptions } from './planted-app.js';
import { workingsWith } from './workings.js';

const referenceData = createReferenceData(1);

/** A sandbox for a test with a fault in it, named ID or ID@operationId. */
export function plantedSandbox(name: string): OpenSandbox {
  const workings = workingsWith(findPlanting(name));
  return openSandbox({ ...plantedOptions(() => workings), rules: workings.rules, referenceData });
}

/** A sandbox for a test without a fault. */
export function cleanSandbox(): OpenSandbox {
  return openSandbox({ referenceData });
}
