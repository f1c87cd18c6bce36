import { createHash } from 'node:crypto';
import type { TargetFile } from '../contract/closings/target-file.js';
import { operations } from '../contract/operations.js';
import { chooseTests, idOf } from './choose-tests.js';
import type { ExercisedTest } from './exercised-test.js';
import { type Fault, nameOf, type Planting, plantEach } from './fault.js';

/** A fault that a world leaves nothing of: what the service does with it keeps the description there. */
export interface AbsorbedFault {
  readonly fault: string;
  readonly worlds: readonly string[];
  /** Why nobody can see it there. */
  readonly reason: string;
}

/** The faults that don't show in a world, each looked at by itself. */
export const absorbedFaults: readonly AbsorbedFault[] = [];

/** A world, as far as it decides which faults are planted in it. */
export interface FaultyWorld {
  readonly world: string;
  /** Tests that found nothing on the clean sandbox. */
  readonly tests: readonly ExercisedTest[];
  /** How the world fills the gaps; without it, it changes nothing. */
  readonly file: TargetFile | undefined;
  readonly seed: number;
}

/**
 * The faults that concern what a world changes, each in one operation: those whose operation the world's file closes
 * otherwise, or, where a fault isn't planted in one operation, those whose tests mostly call such operations. A requirement
 * that no test verified on the clean sandbox isn't looked at there. Nothing here knows what is caught.
 *
 * @returns them in an order that the seed decides: one of each requirement before the second of any
 */
export function faultsIn(faults: readonly Fault[], { world, tests, file, seed }: FaultyWorld): Planting[] {
  const changed = changedOperations(file);
  const shows = faults.filter(
    ({ id }) => !absorbedFaults.some((each) => each.fault === id && each.worlds.includes(world)),
  );
  const concerned = shows.flatMap((fault): Fault[] => {
    const own = fault.operations?.filter((each) => changed.has(idOf(each) ?? ''));
    return own?.length === 0 ? [] : [{ ...fault, ...(own === undefined ? {} : { operations: own }) }];
  });
  const plantings = plantEach(concerned, seed).filter((planting) => {
    const { needed, further } = chooseTests(tests, planting);
    const judging = [...needed, ...further];
    if (!judging.some(({ verified }) => verified.includes(planting.fault.violates))) return false;
    return planting.operation !== undefined || callsMostly(judging, changed);
  });
  return inTurn(plantings, (planting) => `${seed} ${world} ${nameOf(planting)}`);
}

/** Operations that a file closes otherwise; a common status of refusals is one of all that can be asked for nonsense. */
function changedOperations(file: TargetFile | undefined): ReadonlySet<string> {
  const { operations: closings = {}, refusal } = file ?? {};
  const refusing = operations.filter(
    ({ parameters, requestBody }) => parameters.length > 0 || requestBody !== undefined,
  );
  return new Set([
    ...Object.keys(closings),
    ...(refusal === undefined ? [] : refusing.map(({ operationId }) => operationId)),
  ]);
}

function callsMostly(tests: readonly ExercisedTest[], wanted: ReadonlySet<string>): boolean {
  const counts = tests.flatMap(({ called }) => Object.entries(called));
  const sum = (entries: typeof counts) => entries.reduce((total, [, count]) => total + count, 0);
  return 2 * sum(counts.filter(([id]) => wanted.has(id))) > sum(counts);
}

/** Plantings in an order that only their names decide, and one of each requirement before the second of any. */
function inTurn(plantings: readonly Planting[], nameFor: (planting: Planting) => string): Planting[] {
  const drawn = plantings
    .map((planting) => ({
      planting,
      draw: createHash('sha256').update(nameFor(planting)).digest('hex'),
    }))
    .toSorted((one, other) => (one.draw < other.draw ? -1 : 1));
  const turns = new Map<string, number>();
  return drawn
    .map(({ planting }) => {
      const { violates } = planting.fault;
      const turn = turns.get(violates) ?? 0;
      turns.set(violates, turn + 1);
      return { planting, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ planting }) => planting);
}
