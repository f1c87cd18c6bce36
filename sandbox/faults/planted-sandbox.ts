import { createReferenceData } from '../domain/reference-data.js';
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.js';
import { CLEAN, type Workings, workingsWith } from './fault.js';
import { findPlanting } from './index.js';
import { plantedOptions } from './planted-app.js';

const referenceData = createReferenceData(1);

type Deliver = Workings['rules']['deliver'];

/**
 * A sandbox for a test with a fault in it, named ID or ID@operationId.
 * @param deliver delivers its events, unless the fault delivers them elsewhere
 * @param onError receives failures of the sandbox itself
 */
export function plantedSandbox(
  name: string,
  deliver: Deliver = CLEAN.rules.deliver,
  onError?: (error: unknown) => void,
): OpenSandbox {
  const workings = workingsWith(findPlanting(name), delivering(deliver));
  return opened(workings, onError);
}

/** The same without a fault. */
export function cleanSandbox(
  deliver: Deliver = CLEAN.rules.deliver,
  onError?: (error: unknown) => void,
): OpenSandbox {
  return opened(delivering(deliver), onError);
}

function delivering(deliver: Deliver): Workings {
  return { ...CLEAN, rules: { ...CLEAN.rules, deliver } };
}

function opened(workings: Workings, onError?: (error: unknown) => void): OpenSandbox {
  return openSandbox({
    ...plantedOptions(() => workings),
    rules: workings.rules,
    referenceData,
    ...(onError === undefined ? {} : { onError }),
  });
}
