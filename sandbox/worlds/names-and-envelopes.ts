import { isObject } from '../schema/check.js';
import { type Change, type Entry, told } from './change.js';

/** `{data, meta}`: one field contains the data, and the others describe it. */
function dataAndMeta(field: string): Change {
  return told(
    (ours) => {
      if (!isObject(ours)) return ours;
      const { [field]: data, ...meta } = ours;
      return { data, meta };
    },
    (schema) => {
      const { [field]: data, ...meta } = Object(schema.properties);
      return objectOf({ data, meta: objectOf(meta) });
    },
  );
}

function objectOf(properties: Entry): Entry {
  return { type: 'object', required: Object.keys(properties), properties };
}

/**
 * Uses different names for the fields that the description doesn't name, and wraps the bodies that it doesn't
 * show.
 */
export const namesAndEnvelopes = {
  changes: { 'entries and meta': dataAndMeta('entries'), 'payload and meta': dataAndMeta('payload') },
};
