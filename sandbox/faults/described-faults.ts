import { PREFIX } from '../http/prefix.js';
import { OPERATIONS } from '../routes/index.js';
import { FAULTS } from './index.js';

/** All faults as data, with method and path of the operations that they can be planted in. */
export function describedFaults(): object[] {
  return FAULTS.map(({ id, violates, does, showsFor, operations }) => ({
    id,
    violates,
    does,
    ...(showsFor !== undefined && { showsFor }),
    ...(operations !== undefined && {
      operations: OPERATIONS.filter((each) => operations.includes(each.id)).map(({ id, method, path }) => ({
        id,
        method,
        path: PREFIX + path,
      })),
    }),
  }));
}
