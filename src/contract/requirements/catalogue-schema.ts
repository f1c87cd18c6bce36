import { operationSetNames } from './catalogue.js';

const phrase = text('must be a phrase', '^\\S.*\\S$');
const ground = text('must be a phrase without a full stop', '^\\S.*[^\\s.]$');
const prose = text('must be prose that ends with a full stop', '^\\S.*\\.$');
const sentence = text('must be a sentence, from a capital letter to a full stop', '^[A-Z].*\\.$');
const gapId = text('must be the id of a gap such as G-07', '^G-\\d{2}$');
const clauses = list(text('must be a clause such as "5.5", in quotes', '^[1-9](\\.\\d{1,2})?$'));
const operationIds = list(text('must be an operationId', '^[a-z][A-Za-z]+$'));

const promised = {
  id: text('must be an id such as BAT-09', '^[A-Z]{3,4}-\\d{2}$'),
  clause: clauses,
  strength: { enum: ['must', 'should', 'may'] },
  basis: phrase,
  sentence,
  operations: {
    description: `must be a set (${operationSetNames.join(', ')}) or a list of operationIds`,
    anyOf: [{ enum: operationSetNames }, operationIds],
  },
  observed: prose,
};
const each = { const: true, description: 'must be true' };
const untested = {
  each,
  verified: ground,
  notTested: object({ kind: { enum: ['planned', 'impossible'] }, reason: prose }),
  notTestedPart: object({ what: phrase, reason: prose }),
};
const assumedPart = object({ gap: list(gapId), what: phrase });
const derivedPart = object({ derivedFrom: phrase, what: phrase });

/**
 * JSON Schema (2020-12) of schemas/requirements.yaml. It rejects unknown keys everywhere; which keys a requirement may
 * have depends on its `from`.
 */
export const catalogueSchema = object({
  operationSets: object(Object.fromEntries(operationSetNames.map((name) => [name, nameList(name)]))),
  topics: list(
    object({ prefix: text('must be a prefix such as BAT', '^[A-Z]{3,4}$'), title: phrase, clause: clauses }),
  ),
  gaps: list(
    object({
      id: gapId,
      clause: clauses,
      notShown: prose,
      assumed: prose,
    }),
  ),
  requirements: list({
    type: 'object',
    discriminator: { propertyName: 'from' },
    required: ['from'],
    oneOf: [
      object({ from: { const: 'stated' }, ...promised }, { ...untested, assumedPart, derivedPart }),
      object({ from: { const: 'derived' }, ...promised, derivedFrom: phrase }, { ...untested, assumedPart }),
      object({ from: { const: 'assumed' }, ...promised, gap: list(gapId) }, untested),
    ],
  }),
});

function object(required: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties: false,
  };
}

function list(items: object) {
  return { type: 'array', minItems: 1, uniqueItems: true, items };
}

function text(description: string, pattern: string) {
  return { type: 'string', description, pattern };
}

function nameList(name: string) {
  return name === 'none' ? { type: 'array', maxItems: 0 } : operationIds;
}
