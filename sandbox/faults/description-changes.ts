import { DOCUMENTATION_URL } from '../http/documentation.js';
import type { OperationId } from '../http/rate-limits.js';
import { isObject } from '../schema/check.js';
import type { Entry } from './answer-changes.js';
import type { Workings } from './fault.js';
import { operationIdOf } from './operation-sets.js';

/** The file that is the machine-readable description, below the documentation. */
const MACHINE_READABLE = ['/openapi.json'];
/** The file that the documentation page shows to people. */
export const ON_THE_PAGE = ['/json'];
/** Both, where a service says the same to everybody. */
export const EVERYWHERE = [...MACHINE_READABLE, ...ON_THE_PAGE];

/** Changes the description that is served: the machine-readable one, unless other files are named. */
export function describedAs(
  change: (description: Entry) => Entry,
  files: readonly string[] = MACHINE_READABLE,
): Pick<Workings, 'send'> {
  const urls = files.map((file) => DOCUMENTATION_URL + file);
  return {
    send(sent, { url }) {
      if (sent.status !== 200 || !urls.includes(url.split('?')[0] ?? '')) return sent;
      const description: unknown = JSON.parse(String(sent.body));
      return isObject(description) ? { ...sent, body: JSON.stringify(change(description)) } : sent;
    },
  };
}

/** Changes what it says about operations; undefined leaves one out. */
export function operationsDescribedAs(
  change: (described: Entry, id: OperationId) => Entry | undefined,
  files: readonly string[] = MACHINE_READABLE,
): Pick<Workings, 'send'> {
  const changed = (described: unknown) => {
    const id = isObject(described) ? operationIdOf(described.operationId) : undefined;
    return isObject(described) && id !== undefined ? change(described, id) : described;
  };
  return describedAs(
    (description) => ({
      ...description,
      paths: membersOf(description.paths, (path) => membersOf(path, changed)),
    }),
    files,
  );
}

/** An object with its members changed; those that become undefined are left out of its JSON. */
export function membersOf(object: unknown, change: (member: unknown) => unknown): Entry {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).map(([name, member]) => [name, change(member)]),
  );
}
