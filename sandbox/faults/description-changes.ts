import { DOCUMENTATION_URL } from '../http/documentation.js';
import type { OperationId } from '../http/rate-limits.js';
import { isObject } from '../schema/check.js';
import type { Entry } from './answer-changes.js';
import type { Workings } from './fault.js';
import { operationIdOf } from './operation-sets.js';

/** Changes the machine-readable description that is served. */
export function describedAs(change: (description: Entry) => Entry): Pick<Workings, 'send'> {
  return {
    send(sent, { url }) {
      if (sent.status !== 200 || url.split('?')[0] !== `${DOCUMENTATION_URL}/openapi.json`) return sent;
      const description: unknown = JSON.parse(String(sent.body));
      return isObject(description) ? { ...sent, body: JSON.stringify(change(description)) } : sent;
    },
  };
}

/** Changes what it says about operations; undefined leaves one out. */
export function operationsDescribedAs(
  change: (described: Entry, id: OperationId) => Entry | undefined,
): Pick<Workings, 'send'> {
  const changed = (described: unknown) => {
    const id = isObject(described) ? operationIdOf(described.operationId) : undefined;
    return isObject(described) && id !== undefined ? change(described, id) : described;
  };
  return describedAs((description) => ({
    ...description,
    paths: membersOf(description.paths, (path) => membersOf(path, changed)),
  }));
}

/** An object with its members changed; those that become undefined are left out of its JSON. */
function membersOf(object: unknown, change: (member: unknown) => unknown): Entry {
  return Object.fromEntries(
    Object.entries(isObject(object) ? object : {}).map(([name, member]) => [name, change(member)]),
  );
}
