import type { Detection, DetectionReport } from '../../proof-file.js';

/** The results of a proof of the checks. */
export interface Proof {
  /** Undefined if there was no proof. */
  readonly ran: Pick<DetectionReport, 'seed' | 'complete'> | undefined;
  /** The faults that were planted against a requirement, by its id. */
  readonly faultsOf: (requirement: string) => readonly Detection[];
}

/** The faults of a proof, by the requirement that each one violates. */
export function provenBy(proof: DetectionReport | undefined): Proof {
  const faults = new Map<string, Detection[]>();
  for (const fault of proof?.faults ?? [])
    faults.set(fault.violates, [...(faults.get(fault.violates) ?? []), fault]);
  return { ran: proof, faultsOf: (requirement) => faults.get(requirement) ?? [] };
}
