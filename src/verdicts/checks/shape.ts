import { type Operation, operations } from '../../contract/operations.js';
import { requirements } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import type { SchemaViolation } from '../../contract/response-validator.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';
import { answersBare } from '../oracles/answer.js';
import { entriesOf, inWords, member, violationAt } from '../oracles/violation.js';
import { assumedGaps, bodyViolations, type Check, type Learned, learned } from './check.js';

/** The requirement that covers the shapes which a gap leaves open. */
const shapesOfGap: Readonly<Record<string, RequirementId>> = {
  'G-05': 'SHP-02',
  'G-08': 'SHP-03',
  'G-09': 'SHP-04',
  'G-10': 'SHP-05',
  'G-11': 'SHP-06',
  'G-12': 'SHP-07',
  'G-13': 'SHP-08',
  'G-19': 'SHP-01',
};

const shapeRequirements: readonly RequirementId[] = [
  ...new Set(['SHP-01' as const, ...Object.values(shapesOfGap)]),
];

/**
 * SHP: a success response has the shape that the contract gives it (clauses 2 to 4). The stated parts and the parts
 * that are assumed for a gap belong to different requirements. An empty list shows nothing about its entries and
 * verifies neither. For a file, only the media type is assumed.
 */
export const responseSchema: Check = {
  id: 'response-schema',
  requirements: shapeRequirements,
  run(exchange, operation) {
    if (!exchange.succeeded) return [];
    if (operation.mediaType(exchange.status) !== 'application/json') return ofFile(exchange, operation);
    if (exchange.jsonError !== undefined) {
      const [requirement = 'SHP-01'] = shapesOf(operation);
      return learned(requirement, violationAt('body', 'a JSON body', exchange.jsonError));
    }
    const violations = bodyViolations(operation, exchange, (each) => requirementOf(each, operation));
    if (violations.length > 0) return violations;
    return isEmptyList(exchange.json) ? [] : shapesOf(operation);
  },
};

/** A file has no shape to judge, only the media type that the contract assumes for it (gap G-11). */
function ofFile(exchange: Exchange, operation: Operation): Learned {
  const documented = operation.mediaType(exchange.status);
  if (documented === undefined) return ofNoBody(exchange, operation);
  const { type: declared } = mediaTypeOf(exchange);
  if (declared === documented) return ['SHP-06'];
  const actual = declared === '' ? 'no content-type' : declared;
  return learned('SHP-06', violationAt('header content-type', documented, actual));
}

/** Whether only the target's file says that an operation answers without a body: then there is nothing else to see. */
function ofNoBody(exchange: Exchange, operation: Operation): Learned {
  const [requirement, ...others] = shapesOf(operation);
  if (requirement === undefined || operation.responseFor(exchange.status)?.body !== 'none') return [];
  if (answersBare(exchange)) return [requirement, ...others];
  const violation = violationAt('body', 'no body', inWords(exchange.json ?? exchange.text));
  return [{ requirement, ...violation, closed: true }];
}

/**
 * The requirement whose shape the violation breaks: of the gaps around it, the nearest that a requirement of the
 * operation covers. A point that the target's file closes is not thereby stated by the description: if the description
 * shows nothing about a body, SHP-01 does not cover it.
 */
export function requirementOf(
  violation: Pick<SchemaViolation, 'provenance' | 'gaps'>,
  operation: Operation,
): RequirementId {
  const concerned = shapesOf(operation);
  if (violation.provenance !== 'assumed')
    return concerned.includes('SHP-01') ? 'SHP-01' : (concerned[0] ?? 'SHP-01');
  const named = violation.gaps.flatMap((gap) => shapesOfGap[gap] ?? []);
  return named.find((id) => concerned.includes(id)) ?? named[0] ?? 'SHP-06';
}

const shapesByOperation: ReadonlyMap<string, readonly RequirementId[]> = new Map(
  operations.map(({ operationId }) => [
    operationId,
    requirements
      .filter(
        ({ id, operations: concerned }) => shapeRequirements.includes(id) && concerned.includes(operationId),
      )
      .map(({ id }) => id),
  ]),
);

function shapesOf({ operationId }: Operation): readonly RequirementId[] {
  return shapesByOperation.get(operationId) ?? [];
}

function isEmptyList(body: unknown): boolean {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return isEmpty(body);
  return ('items' in body && isEmpty(body.items)) || Object.values(body).every(isEmpty);
}

/**
 * REF-04: an entry of an attribute group has is_default only if it is true (clause 2.2, rule 4; the place of the
 * entries: gap G-05). Only a response in which some entries have it and some don't verifies this.
 */
export const isDefault: Check = {
  id: 'is-default',
  requirements: ['REF-04'],
  run(exchange, operation) {
    if (operation.operationId !== 'getAttributeGroups' || exchange.status !== 200) return [];
    const entries = entriesOf(exchange.json).flatMap((group, at) =>
      entriesOf(member(group, 'attributes')).map((entry, index) => ({
        at: `body [${at}].attributes[${index}].is_default`,
        value: member(entry, 'is_default'),
      })),
    );
    const wrong = entries.find(({ value }) => value !== undefined && value !== true);
    if (wrong !== undefined) {
      const gaps = assumedGaps(operation, exchange.status);
      return learned('REF-04', violationAt(wrong.at, ['true', 'no such field'], inWords(wrong.value), gaps));
    }
    const marked = entries.filter(({ value }) => value === true).length;
    return marked > 0 && marked < entries.length ? ['REF-04'] : [];
  },
};
