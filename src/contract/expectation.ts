import type { ErrorObject } from 'ajv/dist/2020.js';

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const formatWords: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  uri: 'an absolute URI',
  'date-time': 'an RFC 3339 date and time',
};

/**
 * Says in words what a schema expects of a value that violates it.
 *
 * @param error - the error that Ajv reports
 * @returns a phrase such as `an integer`, `one of: pending, processing`, `at most 120 characters`
 */
export function expectation({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return [params.type].flat().map(typeInWords).join(' or ');
    case 'required':
      return 'the field to be present';
    case 'enum':
      return `one of: ${[params.allowedValues].flat().map(String).join(', ')}`;
    case 'const':
      return JSON.stringify(params.allowedValue);
    case 'format':
      return formatWords[String(params.format)] ?? `a string of the format ${params.format}`;
    case 'pattern':
      return `text that matches ${params.pattern}`;
    case 'minLength':
    case 'maxLength':
      return bound(keyword, params.limit, 'character');
    case 'minItems':
    case 'maxItems':
      return bound(keyword, params.limit, 'item');
    case 'multipleOf':
      return params.multipleOf === 1 ? 'a whole number' : `a multiple of ${params.multipleOf}`;
    case 'minimum':
      return `${params.limit} or more`;
    case 'maximum':
      return `${params.limit} or less`;
    case 'exclusiveMinimum':
      return `more than ${params.limit}`;
    case 'exclusiveMaximum':
      return `less than ${params.limit}`;
    default:
      return message ?? `what ${keyword} allows`;
  }
}

function typeInWords(type: unknown): string {
  return typeWords[String(type)] ?? String(type);
}

function bound(keyword: string, limit: unknown, unit: string): string {
  return `at ${keyword.startsWith('min') ? 'least' : 'most'} ${limit} ${unit}${limit === 1 ? '' : 's'}`;
}
