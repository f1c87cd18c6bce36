import { isObject } from '../../schema/check.js';
import type { Entry } from '../answer-changes.js';
import { membersOf, operationsDescribedAs } from '../description-changes.js';
import { type Fault, liesIn, type Plant } from '../fault.js';
import { BATCH_WRITES, PAGED, WITH_QUERY } from '../operation-sets.js';

/** Plants another description of the planted operations. */
function describing(change: (described: Entry) => Entry): Plant {
  return (_clean, plantedIn) =>
    operationsDescribedAs((described, id) => (plantedIn(id) ? change(described) : described));
}

/** Faults of a live description that tells of another service than the one that answers (clause 8.1). */
export const driftFaults: readonly Fault[] = [
  ...liesIn(WITH_QUERY, {
    'VER-04 leaves-parameter-out-of-description': [
      'It leaves the last parameter of an operation out of its live description, and takes it all the same.',
      describing(({ parameters, ...described }) => ({
        ...described,
        parameters: Array.isArray(parameters) ? parameters.slice(0, -1) : parameters,
      })),
    ],
  }),
  ...liesIn(BATCH_WRITES, {
    'VER-04 describes-accepted-batch-with-202': [
      'It says in its live description that it answers an accepted batch with 202, and answers 200.',
      describing(({ responses, ...described }) => {
        const { 200: success, ...others } = isObject(responses) ? responses : {};
        return { ...described, responses: { 202: success, ...others } };
      }),
    ],
  }),
  ...liesIn(PAGED, {
    'VER-04 describes-total-as-text': [
      'It says in its live description that the total of a list is a text, and sends a number.',
      describing((described) => ({ ...described, responses: totalsAsTexts(described.responses) })),
    ],
  }),
];

/** A part of a description in which each property `total` is a text. */
function totalsAsTexts(part: unknown): unknown {
  if (!isObject(part)) return part;
  return membersOf(part, (member) => {
    if (!isObject(member) || !isObject(member.total)) return totalsAsTexts(member);
    return { ...member, total: { type: 'string' } };
  });
}
