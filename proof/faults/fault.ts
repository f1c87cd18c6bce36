import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';

/** A fault of the sandbox, as listed by `npm run sandbox -- --list-faults`. */
export interface Fault {
  readonly id: string;
  readonly violates: RequirementId;
  /** The behaviour of a service with this fault, in one sentence. */
  readonly does: string;
  /** Operations, by the sandbox's names, in which it can be planted one at a time. */
  readonly operations?: readonly PlantedOperation[];
  /** The only inputs for which it shows. */
  readonly showsFor?: string;
}

/** An operation by its name in the sandbox, and by its method and path, which both readings share. */
export interface PlantedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** A fault, and where it is planted. */
export interface Planting {
  readonly fault: Fault;
  readonly operation?: PlantedOperation;
}

/** A planting in the notation of the sandbox's command line. */
export function nameOf({ fault, operation }: Planting): string {
  return operation === undefined ? fault.id : `${fault.id}@${operation.id}`;
}

/** One planting of each fault: in one of its operations, which depends on the seed and not on the other faults. */
export function plantEach(faults: readonly Fault[], seed: number): Planting[] {
  return faults.map((fault) => {
    const { id, operations = [] } = fault;
    const operation = operations[(seed + numberOf(id)) % operations.length];
    return { fault, ...(operation === undefined ? {} : { operation }) };
  });
}

/** A fixed number for an id. */
function numberOf(id: string): number {
  return [...Buffer.from(id)].reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 0);
}

/** Every fault in each of its operations. */
export function plantEverywhere(faults: readonly Fault[]): Planting[] {
  return faults.flatMap((fault) =>
    fault.operations === undefined
      ? [{ fault }]
      : fault.operations.map((operation) => ({ fault, operation })),
  );
}

/** One planting for each violated requirement; the fault depends on the seed. */
export function plantSample(faults: readonly Fault[], seed: number): Planting[] {
  const plantings = plantEach(faults, seed);
  const requirements = [...new Set(faults.map(({ violates }) => violates))];
  return requirements.flatMap((id) => {
    const violating = plantings.filter(({ fault }) => fault.violates === id);
    return violating[seed % violating.length] ?? [];
  });
}

/** Whether a planting, its fault or its requirement has this name. */
export function isCalled(planting: Planting, name: string): boolean {
  return [planting.fault.id, planting.fault.violates, nameOf(planting)].includes(name);
}
