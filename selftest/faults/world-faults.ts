import type { ExercisedTest, Fault, Planting } from '../../fixtures/planted-plan.js';
import type { OperationMapping, TargetFile } from '../../src/contract/mapping/file/target-file.js';
import { operations } from '../../src/contract/operations.js';
import { byDraw, listed } from './alterations.js';
import { chooseTests, idOf } from './plan.js';
import { nameOf, plantEach } from './plantings.js';

/** The parts of a world that decide which faults are planted in it. */
interface FaultyWorld {
  readonly world: string;
  /** Tests without findings on the clean sandbox. */
  readonly tests: readonly ExercisedTest[];
  /** How the world fills the gaps; undefined if it changes nothing. */
  readonly file: TargetFile | undefined;
  readonly seed: number;
}

/**
 * The faults that concern a change of the world, each in one operation. These are the faults whose operation the
 * world's file closes differently or, if a fault can't be planted in one operation, the faults whose tests mostly call
 * such operations. Requirements that no test verified on the clean sandbox are left out. The choice doesn't depend on
 * which faults are caught.
 * @returns them in an order that the seed decides: one of each requirement before the second of any
 */
export function faultsIn(faults: readonly Fault[], { world, tests, file, seed }: FaultyWorld): Planting[] {
  const changed = changedOperations(file);
  const absorbed = new Set(listed('absorbs').flatMap((each) => (each.world === world ? each.ids : [])));
  const concerned = faults.flatMap((fault): Fault[] => {
    if (absorbed.has(fault.id)) return [];
    const own = fault.operations?.filter(
      (operation) => changed.has(idOf(operation) ?? '') && !absorbed.has(nameOf({ fault, operation })),
    );
    return own?.length === 0 ? [] : [{ ...fault, operations: own }];
  });
  const plantings = plantEach(concerned, seed).filter((planting) => {
    const { needed, further } = chooseTests(tests, planting);
    const judging = [...needed, ...further];
    if (!judging.some(({ verified }) => verified.includes(planting.fault.violates))) return false;
    return planting.operation !== undefined || callsMostly(judging, changed);
  });
  return inTurn(plantings.toSorted(byDraw(seed, (planting) => `${world} ${nameOf(planting)}`)));
}

/**
 * Operations that a file closes differently; a common refusal status counts for all operations that can refuse a
 * request. Bounds alone don't count: learning takes them from any live description, including that of the usual
 * sandbox.
 */
function changedOperations(file: TargetFile | undefined): ReadonlySet<string> {
  const { operations: mappings = {}, refusal } = file ?? {};
  const refusing = operations.filter(
    ({ parameters, requestBody }) => parameters.length > 0 || requestBody !== undefined,
  );
  return new Set([
    ...Object.entries(mappings).flatMap(([id, mapping]) => (saysMoreThanBounds(mapping) ? [id] : [])),
    ...(refusal === undefined ? [] : refusing.map(({ operationId }) => operationId)),
  ]);
}

function saysMoreThanBounds(mapping: OperationMapping | undefined): boolean {
  return Object.values(mapping ?? {}).some(
    (part) => typeof part !== 'object' || Object.keys(part).some((kind) => kind !== 'bound'),
  );
}

function callsMostly(tests: readonly ExercisedTest[], wanted: ReadonlySet<string>): boolean {
  const counts = tests.flatMap(({ called }) => Object.entries(called));
  const sum = (entries: typeof counts) => entries.reduce((total, [, count]) => total + count, 0);
  return 2 * sum(counts.filter(([id]) => wanted.has(id))) > sum(counts);
}

/** Plantings in their order, but with one of each requirement before the second of any. */
function inTurn(plantings: readonly Planting[]): Planting[] {
  const turns = new Map<string, number>();
  return plantings
    .map((planting) => {
      const { violates } = planting.fault;
      const turn = turns.get(violates) ?? 0;
      turns.set(violates, turn + 1);
      return { planting, turn };
    })
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ planting }) => planting);
}
