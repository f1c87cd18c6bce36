import { readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import type { Gap } from './gap.js';
import type { Assumed, Derived, Stated } from './requirement.js';
import type { Topic } from './topic.js';

/** schemas/requirements.yaml as written: `operations` may still be the name of a set. */
export interface CatalogueDocument {
  readonly operationSets: Readonly<Record<OperationSet, readonly string[]>>;
  readonly topics: readonly Topic[];
  readonly gaps: readonly Gap[];
  readonly requirements: readonly RequirementEntry[];
}

/** Names that stand for several operations. */
export const operationSetNames = ['none', 'all', 'batch-writes', 'results'] as const;
export type OperationSet = (typeof operationSetNames)[number];

/** A requirement as written in the file. */
export type RequirementEntry = AsWritten<Stated> | AsWritten<Derived> | AsWritten<Assumed>;

type AsWritten<T> = Omit<T, 'operations'> & { readonly operations: OperationSet | readonly string[] };

const file = new URL('../../../schemas/requirements.yaml', import.meta.url);

/**
 * Reads schemas/requirements.yaml, unchecked.
 * @throws the parser's error with line and column, if the file is not YAML or contains a key twice
 */
export function readCatalogueDocument(): unknown {
  return load(readFileSync(file, 'utf8'));
}
