import type { CatalogueDocument } from './catalogue-document.js';
import type { Gap } from './gap.js';
import type { Requirement } from './requirement.js';
import type { Topic } from './topic.js';

/** The catalogue with the sets of operations expanded. */
export interface Catalogue {
  /** operationIds of the whole API, in the order of the description. */
  readonly operationIds: readonly string[];
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly Requirement[];
}

/** Replaces the names of operation sets with their operations. */
export function spelledOut({ operationSets, topics, gaps, requirements }: CatalogueDocument): Catalogue {
  return {
    operationIds: operationSets.all,
    topics,
    gaps,
    requirements: requirements.map((entry) => ({
      ...entry,
      operations: typeof entry.operations === 'string' ? operationSets[entry.operations] : entry.operations,
    })),
  };
}
