import { joined } from './path.js';

/**
 * A place in what a test looks at. Its words are made by {@link placeInWords} alone, and nothing reads them back.
 */
export interface Place {
  /** `words`: something that is not part of an exchange, such as a product that several responses show. */
  readonly part:
    | 'status'
    | 'header'
    | 'body'
    | 'delivery'
    | 'delivery body'
    | 'page'
    | 'description'
    | 'record'
    | 'words';
  /** In a body: `items[0].success`, empty for all of it. A header: its name. A record: its field. Otherwise what a reader calls the place. */
  readonly path: string;
  /** In a body that the target writes in words of its own: our path, empty for all of it. */
  readonly ours?: string;
  /** The record that several responses show, as a reader calls it. */
  readonly record?: string;
  /** The field of the contract whose value the place shows, if that is not obvious. */
  readonly field?: string;
}

export const atStatus: Place = { part: 'status', path: '' };

export function inHeader(name: string): Place {
  return { part: 'header', path: name };
}

/** @param path empty for all of it */
export function inBody(path = ''): Place {
  return { part: 'body', path };
}

/** @param part empty for the delivery as a whole */
export function inDelivery(part = ''): Place {
  return { part: 'delivery', path: part };
}

/** @param path empty for all of it */
export function inDeliveredBody(path = ''): Place {
  return { part: 'delivery body', path };
}

/** @param name of the place, as a reader calls it */
export function inWordsOf(part: 'page' | 'description' | 'words', name: string): Place {
  return { part, path: name };
}

/** @param record - as a reader calls it: `order item 17` */
export function inRecord(record: string, field: string): Place {
  return { part: 'record', path: field, record };
}

/** A member of a place, by its name or index: `items[0]` and `success` make `items[0].success`. */
export function below(place: Place, key: string): Place {
  return { ...place, path: joined(place.path, key) };
}

/** An entry of a list: `items` and 0 make `items[0]`. */
export function entryAt(place: Place, index: number): Place {
  return below(place, String(index));
}

/** A place for readers: `status`, `header retry-after`, `body data[3].state (ours: items[3].status)`. */
export function placeInWords({ part, path, ours, record = part, field }: Place): string {
  const named = part === 'page' || part === 'description' || part === 'words';
  const own = ours === undefined ? '' : ` (ours: ${ours === '' ? 'the body' : ours})`;
  return `${named ? path : `${record} ${path}`.trimEnd()}${own}${field === undefined ? '' : `, for ${field}`}`;
}

/** The same place in any entry of each list: what is wrong doesn't depend on a position in a list. */
export function inAnyEntry(path: string): string {
  let isInName = false;
  return path.replaceAll(/\\.|"|\[\d+\]/gs, (match) => {
    if (match === '"') isInName = !isInName;
    return match.startsWith('[') && !isInName ? '[]' : match;
  });
}
