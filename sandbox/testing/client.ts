import { isObject } from '../schema/check.js';

/** An object of an answer. */
export type Fields = Record<string, unknown>;

/**
 * A client as they are written for services of this kind: it sends JSON without a Content-Type, writes times without a
 * zone, sets what it doesn't use to null, follows the pages of a list, and polls results. Every method throws an Error
 * with the method, the path, the status and the message if the service answers anything other than a success.
 * @param base the address of the service, without the prefix of its operations
 * @param pause waits before the next poll
 */
export function createClient(base: string, apiKey: string, pause: () => void) {
  async function send(method: string, path: string, body?: unknown): Promise<Response> {
    // Bytes have no media type, so that fetch doesn't add a Content-Type.
    const bytes = body === undefined ? null : Buffer.from(JSON.stringify(body));
    const response = await fetch(`${base}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': apiKey },
      body: bytes,
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }

  async function read(path: string): Promise<unknown> {
    return (await send('GET', path)).json();
  }

  /** All entries of a list with pages. */
  async function all(path: string, query: Readonly<Record<string, string>> = {}): Promise<Fields[]> {
    const entries: Fields[] = [];
    let mark = '';
    do {
      const parameters = new URLSearchParams({ ...query, ...(mark !== '' && { cursor: mark }) });
      const page = fieldsOf(await read(`${path}?${parameters}`));
      entries.push(...listOf(page.items));
      const next = String(fieldsOf(page.pagination).next_cursor ?? '');
      if (next !== '' && next === mark) throw new Error(`${path}: the same page again after ${mark}`);
      mark = next;
    } while (mark !== '');
    return entries;
  }

  /** Submits a batch and polls until it has ended. Returns its entries. */
  async function batch(
    method: 'POST' | 'PATCH',
    path: string,
    results: string,
    items: readonly object[],
  ): Promise<Fields[]> {
    const { batchRequestId } = fieldsOf(await (await send(method, path, { items })).json());
    for (;;) {
      const result = fieldsOf(await read(`/results/${results}?batch_request_id=${batchRequestId}`));
      if (result.status === 'completed' || result.status === 'failed') return listOf(result.items);
      pause();
    }
  }

  return {
    read,
    all,
    batch,
    /** Asks for the entries of a list until one of them passes a test, and returns that one. */
    async until(path: string, query: Readonly<Record<string, string>>, is: (entry: Fields) => boolean) {
      for (;;) {
        const found = (await all(path, query)).find(is);
        if (found !== undefined) return found;
        pause();
      }
    },
    create: async (path: string, body: object): Promise<Fields> =>
      fieldsOf(await (await send('POST', path, body)).json()),
    download: async (path: string): Promise<Buffer> =>
      Buffer.from(await (await send('GET', path)).arrayBuffer()),
  };
}

/** The object of an answer; one without fields if it is something else. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/** The objects of a list; none if it is no list. */
export function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
