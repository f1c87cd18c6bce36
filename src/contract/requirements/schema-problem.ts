import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * Describes in one line what the schema rejected: which entry, which key, what it must be and what it is.
 * @param error an error from Ajv with `verbose`
 * @param document the document that was validated, to name an entry by its id
 */
export function schemaProblem(error: ErrorObject, document: unknown): string {
  const [section = '', index, ...path] = error.instancePath.split('/').slice(1);
  const place = index === undefined ? 'the catalogue' : entryName(section, index, document);
  const key = (index === undefined ? [section] : path).filter((part) => part !== '').join('/');
  return `${place}: ${complaint(error, key)}`;
}

function complaint({ keyword, params, parentSchema, data, message }: ErrorObject, key: string): string {
  const at = key === '' ? '' : `${key}/`;
  if (keyword === 'additionalProperties')
    return `unknown key "${at}${params.additionalProperty}"${origin(data)}`;
  if (keyword === 'required') return `missing key "${at}${params.missingProperty}"${origin(data)}`;
  if (keyword === 'discriminator')
    return `key "from" must be stated, derived or assumed, but is ${shown(params.tagValue)}`;
  const rule = keyword === 'enum' ? oneOf(params) : (parentSchema?.description ?? message);
  return `key "${key}" ${rule}, but is ${shown(data)}`;
}

/** Which keys are known depends on `from`, so it belongs in the message. */
function origin(data: unknown): string {
  return hasOwn(data, 'from') ? ` (it is ${String(data.from)})` : '';
}

function oneOf(params: ErrorObject['params']): string {
  return `must be one of ${params.allowedValues.join(', ')}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}

function entryName(section: string, index: string, document: unknown): string {
  const singular = section.replace(/s$/, '');
  const entries = hasOwn(document, section) ? document[section] : undefined;
  const entry: unknown = Array.isArray(entries) ? entries[Number(index)] : undefined;
  if (!Array.isArray(entries)) return `${section} ${index}`;
  if (hasOwn(entry, 'id')) return `${singular} ${String(entry.id)}`;
  if (hasOwn(entry, 'prefix')) return `${singular} ${String(entry.prefix)}`;
  return `${singular} number ${Number(index) + 1}`;
}

function hasOwn<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key);
}
