import fc from 'fast-check';
import { type SettableStatus, type StatusItem, settableStatuses, statusItem } from '../status-item.js';
import { type InvalidItem, invalidItem } from './invalid-item.js';
import { otherThan } from './json-shape.js';
import { tooLongStyleKey } from './too-long-style-key.js';

/** Statuses that a product can have but not be given, and what is near to those that it can be given (clause 3.1). */
const otherStatuses = [
  'active',
  '',
  'Published',
  'PUBLISHED',
  'published ',
  ' draft',
  'publish',
  'deleted',
  'pending_approval',
  'rejected',
  'pending_active',
  'problem',
  'archived',
  'null',
  'draft,published',
] as const;

const word = fc
  .stringMatching(/^[a-z_]{1,12}$/)
  .filter((drawn) => settableStatuses.every((status) => status !== drawn));

/** What the valid item beside an invalid one chooses from. */
export interface StatusControl {
  /** At least one. */
  readonly styleKeys: readonly string[];
  /** Those that the styles may move to from where they are: draft, for drafts. */
  readonly statuses: readonly SettableStatus[];
}

/** A status that can't be set: one that only the service gives, one in other letters, or any word (clause 3.1). */
export function otherStatus(control: StatusControl): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, 'status', settableStatuses.join(', '), () =>
    fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...otherStatuses) }, { weight: 1, arbitrary: word }),
  );
}

/** A status update without its style key or its status, which both are required (clause 2.1): left out, or null. */
export function withoutStatusField(
  control: StatusControl,
  field: keyof StatusItem,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, field, 'required', () => fc.constantFrom(undefined, null));
}

/** A status update with a value of another type than a string (clause 2.1). */
export function statusFieldOfAnotherType(
  control: StatusControl,
  field: keyof StatusItem,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, field, 'a string', (item) =>
    fc.constantFrom(...otherThan('a string', item[field])),
  );
}

/**
 * A status update with a style key of 121 characters or more (clauses 2.1 and 8.2). No style can have it, so that it is
 * refused as unknown at the least.
 * @param prefix begins the long one; up to 60 characters
 */
export function longStatusStyleKey(
  control: StatusControl,
  prefix: string,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return inField(control, 'style_key', 'at most 120 characters', () => tooLongStyleKey(prefix));
}

function inField(
  { styleKeys, statuses }: StatusControl,
  field: keyof StatusItem,
  right: string,
  values: (item: StatusItem) => fc.Arbitrary<unknown>,
): fc.Arbitrary<InvalidItem<StatusItem>> {
  return statusItem(styleKeys, statuses).chain((item) =>
    values(item).map((put) => invalidItem(item, field, right, put, { [field]: put })),
  );
}
