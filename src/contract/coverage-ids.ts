import type { NamedValue } from './coverage-shape.js';

/** The id of a field: the operation, the status of the response, and the path in the body. */
export function fieldId(operationId: string, status: number, path: string): string {
  return `${operationId} ${status} ${path}`;
}

/** The id of a named value of a field. */
export function valueId(operationId: string, status: number, path: string, value: NamedValue): string {
  return `${fieldId(operationId, status, path)}=${value}`;
}

/** The id that says that a field was present, but only as null. */
export function nullId(operationId: string, status: number, path: string): string {
  return `${fieldId(operationId, status, path)} only null`;
}

/** The id of a parameter. */
export function parameterId(operationId: string, location: 'path' | 'query', name: string): string {
  return `${operationId} ${location} ${name}`;
}
