import { isObject } from '../../schema/check.js';
import type { Entry } from '../answer-changes.js';
import { membersOf, operationsDescribedAs } from '../description-changes.js';
import type { Fault } from '../fault.js';
import { BATCH_WRITES, PAGED, WITH_QUERY } from '../operation-sets.js';

/** Plants another description of the planted operations. */
function describing(change: (described: Entry) => Entry): Fault['plant'] {
  return (_clean, plantedIn) =>
    operationsDescribedAs((described, id) => (plantedIn(id) ? change(described) : described));
}

/** Faults of a live description that tells of another service than the one that answers (clause 8.1). */
export const driftFaults: readonly Fault[] = [
  {
    id: 'leaves-parameter-out-of-description',
    violates: 'VER-04',
    does: 'It leaves the last parameter of an operation out of its live description, and takes it all the same.',
    operations: WITH_QUERY,
    plant: describing(({ parameters, ...described }) => ({
      ...described,
      parameters: Array.isArray(parameters) ? parameters.slice(0, -1) : parameters,
    })),
  },
  {
    id: 'describes-accepted-batch-with-202',
    violates: 'VER-04',
    does: 'It says in its live description that it answers an accepted batch with 202, and answers 200.',
    operations: BATCH_WRITES,
    plant: describing(({ responses, ...described }) => {
      const { 200: success, ...others } = isObject(responses) ? responses : {};
      return { ...described, responses: { 202: success, ...others } };
    }),
  },
  {
    id: 'describes-total-as-text',
    violates: 'VER-04',
    does: 'It says in its live description that the total of a list is a text, and sends a number.',
    operations: PAGED,
    plant: describing((described) => ({ ...described, responses: totalsAsTexts(described.responses) })),
  },
];

/** A part of a description in which each property `total` is a text. */
function totalsAsTexts(part: unknown): unknown {
  if (!isObject(part)) return part;
  return membersOf(part, (member) => {
    if (!isObject(member) || !isObject(member.total)) return totalsAsTexts(member);
    return { ...member, total: { type: 'string' } };
  });
}
