import type { Detection, DetectionReport } from '../../proof-file.js';

/** What is known of how well the checks see. */
export interface Proof {
  /** Undefined where no proof was at hand. */
  readonly ran: Pick<DetectionReport, 'seed' | 'complete'> | undefined;
  /** The faults that were planted against a requirement, by its id. */
  readonly faultsOf: (requirement: string) => readonly Detection[];
}

/** The faults of a proof, by the requirement that each violates. */
export function provenBy(proof: DetectionReport | undefined): Proof {
  const faults = new Map<string, Detection[]>();
  for (const fault of proof?.faults ?? [])
    faults.set(fault.violates, [...(faults.get(fault.violates) ?? []), fault]);
  return { ran: proof, faultsOf: (requirement) => faults.get(requirement) ?? [] };
}
