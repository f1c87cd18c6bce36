import { operationsIn } from '../faults/plants/operations.js';
import { OPERATIONS, type OperationId } from '../service/operations.js';
import {
  both,
  type Change,
  echoed,
  enclosed,
  type FieldChange,
  linked,
  list,
  record,
  required,
  retold,
  told,
  words as underWords,
} from './change.js';
import { type OperationWords, PARTS, type Words } from './world.js';

type Table<Row> = Readonly<Record<string, Row>>;

/** What worlds.yaml says about a world, in the notation that its head explains. */
export interface WorldRow {
  readonly does: string;
  /** Another world whose changes also apply to this one. */
  readonly like?: string;
  /** Changes that use different words for statuses. */
  readonly statuses?: Table<Table<string>>;
  readonly changes?: Table<unknown>;
  readonly items?: Table<unknown>;
  readonly words?: Table<Table<unknown>>;
  readonly delivery?: { readonly header?: string; readonly body: unknown };
}

/** The changes of a world. @param named those that have a name in its code */
export function changesOf(row: WorldRow, named: Table<Change>) {
  const known = new Map(Object.entries(named));
  for (const [name, statuses] of Object.entries(row.statuses ?? {})) known.set(name, underWords(statuses));
  for (const [name, notation] of Object.entries(row.changes ?? {})) known.set(name, changeIn(notation));
  const words: Partial<Record<OperationId, OperationWords>> = {};

  function changeIn(notation: unknown): Change {
    if (typeof notation === 'string') return changeNamed(notation);
    if (!Array.isArray(notation))
      return record(
        Object.fromEntries(Object.entries(Object(notation)).map(([name, field]) => [name, fieldIn(field)])),
      );
    const [first, ...others] = notation;
    return others.length === 0 ? list(changeIn(first)) : others.map(changeIn).reduce(both, changeIn(first));
  }

  function fieldIn(notation: unknown): FieldChange {
    const [name, change] = Array.isArray(notation) ? notation : [notation];
    if (typeof name !== 'string' || name.startsWith('<')) return changeIn(notation);
    return change === undefined ? name : [name, changeIn(change)];
  }

  function changeNamed(notation: string): Change {
    const [, name = ''] = /^<(.*)>$/.exec(notation) ?? [];
    const [kind, field = ''] = name.split(' ');
    const change = known.get(name);
    if (change !== undefined) return change;
    if (kind === 'in') return enclosed(field);
    if (kind === 'required') return required(field);
    throw new Error(`worlds.yaml has no change "${notation}"`);
  }

  function add(ids: readonly OperationId[], further: OperationWords): void {
    for (const id of ids) words[id] = onTop(words[id] ?? {}, further);
  }

  for (const [write, notation] of Object.entries(row.items ?? {})) {
    const item = changeIn(notation);
    const kindOf = (id: string) => OPERATIONS.find((each) => each.id === id)?.batch;
    const errors = told((message) => (typeof message === 'string' ? retold(message, item) : message));
    const entry = record({ requestItem: echoed(item), errors: list(errors) });
    add(operationsIn(write), { body: record({ items: list(item) }) });
    add(
      operationsIn('RESULTS').filter((id) => kindOf(id) === kindOf(write)),
      { response: record({ items: list(entry) }) },
    );
  }
  for (const [operations, notations] of Object.entries(row.words ?? {})) {
    const entries = Object.entries(notations).map(([part, notation]) => [
      part,
      PARTS.some((each) => each === part) ? changeIn(notation) : notation,
    ]);
    add(operations.split(', ').flatMap(operationsIn), Object.fromEntries(entries));
  }
  for (const id of operationsIn('PAGED')) {
    const { query } = words[id] ?? {};
    if (query) words[id] = onTop({ response: record({ pagination: linked(query) }) }, words[id]);
  }
  const { delivery } = row;
  return {
    words: words satisfies Words,
    delivery: delivery && { ...delivery, body: changeIn(delivery.body) },
  };
}

/** Two differences of one operation; the second one applies to the result of the first. */
function onTop(first: OperationWords, second: OperationWords = {}): OperationWords {
  const changes = PARTS.flatMap((part) => {
    const [one, other] = [first[part], second[part]];
    return one && other ? [[part, both(one, other)]] : [];
  });
  return { ...first, ...second, ...Object.fromEntries(changes) };
}
