import { inWords } from '../oracles/in-words.js';
import { assumedGaps } from './assumed-gaps.js';
import { type Check, holds, notConcerned, violated } from './check.js';

/**
 * REF-04: an entry of an attribute group has is_default only where it is true (clause 2.2, rule 4; where the entries
 * stand: gap G-05). It is verified by a response in which some entries have it and some don't.
 */
export const isDefault: Check = {
  id: 'is-default',
  requirements: ['REF-04'],
  run(exchange, operation) {
    if (operation.operationId !== 'getAttributeGroups' || exchange.status !== 200) return notConcerned;
    const values = entriesOf(exchange.json);
    const wrong = values.find(({ value }) => value !== undefined && value !== true);
    if (wrong === undefined) {
      const marked = values.filter(({ value }) => value === true).length;
      return marked > 0 && marked < values.length ? holds('REF-04') : notConcerned;
    }
    return violated({
      requirement: 'REF-04',
      expected: ['true', 'no such field'],
      actual: inWords(wrong.value),
      at: `body ${wrong.path}.is_default`,
      gaps: assumedGaps(operation, exchange.status),
    });
  },
};

interface Entry {
  readonly path: string;
  /** Of is_default; undefined where it is absent. */
  readonly value: unknown;
}

function entriesOf(groups: unknown): readonly Entry[] {
  return listOf(groups).flatMap((group, at) =>
    listOf(member(group, 'attributes')).map((entry, index) => ({
      path: `[${at}].attributes[${index}]`,
      value: member(entry, 'is_default'),
    })),
  );
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
