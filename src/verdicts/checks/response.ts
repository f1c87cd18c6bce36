import { isJsonObject } from '../../contract/documents/document.js';
import type { Operation } from '../../contract/operations.js';
import { requirement } from '../../contract/requirements/catalogue.js';
import type { RequirementId } from '../../contract/requirements/requirement-ids.generated.js';
import { type SchemaViolation, validateReceived } from '../../contract/schemas/response-validator.js';
import { gapsOfSuccess, gapsOfUndocumented, rightRefusals } from '../../contract/unspecified.js';
import { inBody, inHeader } from '../../contract/values/place.js';
import { type Exchange, mediaTypeOf } from '../../http/exchange.js';
import { haveDefaultsOnlyWhereTrue } from '../oracles/reference-data.js';
import {
  answersBare,
  beAnswered,
  bodyViolation,
  bodyViolations,
  haveAnErrorBody,
  otherStatus,
} from '../oracles/response.js';
import { asShown, violationAt, withGaps } from '../oracles/violation.js';
import { assumedGaps, type Check, type Learned, learned } from './check.js';

/** The number of characters that every server accepts in a URL; no operation in the description needs that many. */
const shortUrl = 255;

/** The requirement that covers the shapes that each gap leaves open. */
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

export const responseChecks = {
  /** ERR-08: no request leads to a server error (clause 7 does not list one). */
  noServerError: {
    requirements: ['ERR-08'],
    withoutBody: true,
    everywhere: true,
    run: (exchange) => learned('ERR-08', beAnswered({ exchange }, 500)),
  },
  /**
   * ERR-11: an operation answers only with statuses that the contract documents for it (clauses 4, 7). Most of these
   * statuses are assumed, so a different status only deviates.
   */
  documentedStatus: {
    requirements: ['ERR-11'],
    withoutBody: true,
    alone: 'in responses',
    run(exchange, operation) {
      const { status } = exchange;
      if ([...operation.documentedStatuses, ...rightRefusals(operation)].includes(status)) return ['ERR-11'];
      const gaps = gapsOfUndocumented(operation, status);
      const violation = { ...otherStatus(operation.documentedStatuses, status), gaps };
      const atMost = isOfTheMessage(exchange, operation) ? 'warned' : undefined;
      return learned('ERR-11', { ...violation, atMost });
    },
  },
  /**
   * ERR-09: a response that the contract documents as JSON, or that says it is JSON, is declared as JSON and parses
   * (clause 1). The description shows neither whether a 429 has a body (gap G-14) nor the body of most successes: a body
   * that isn't JSON only deviates there.
   */
  mediaType: {
    requirements: ['ERR-09'],
    run(exchange, operation) {
      const { type: declared } = mediaTypeOf(exchange);
      // A 204 has no body, no matter what its headers say (RFC 9110).
      if (exchange.status === 204) return [];
      if (declared === 'application/json' || declared.endsWith('+json')) {
        const expected = 'a body that parses as JSON in UTF-8';
        const problem = exchange.jsonError;
        if (problem !== undefined) return learned('ERR-09', violationAt(inBody(), expected, problem));
        // Readers may ignore a byte order mark, but a sender must not add one (RFC 8259, 8.1).
        if (exchange.response.body.indexOf('\ufeff') !== 0) return ['ERR-09'];
        const marked = violationAt(inBody(), `${expected}, without a byte order mark`, 'one with it');
        return learned('ERR-09', { ...marked, atMost: 'warned' });
      }
      const documented = operation.mediaType(exchange.status) === 'application/json';
      const isBare = exchange.status === 429 && exchange.response.body.length === 0;
      if (!documented || isBare) return [];
      const [actual, gaps] = [declared || 'no content-type', gapsOfOther(exchange, operation)];
      return learned('ERR-09', violationAt(inHeader('content-type'), 'application/json', actual, gaps));
    },
  },
  /**
   * ERR-01: every 400, 401 and 404 carries an object with a string `message` (clauses 2.5, 7). If the contract documents
   * the status, the body also fits the contract's schema.
   */
  errorBody: {
    requirements: ['ERR-01'],
    alone: 'in responses',
    run(exchange, operation) {
      if (![400, 401, 404].includes(exchange.status)) return [];
      const violation = haveAnErrorBody(exchange);
      if (violation !== undefined || !operation.documentedStatuses.includes(exchange.status))
        return learned('ERR-01', violation);
      return learned('ERR-01', ...bodyViolations(exchange));
    },
  },
  /**
   * SHP: a success response has the shape that the contract gives it (clauses 2 to 4). The stated parts and the parts
   * that are assumed for a gap belong to different requirements. An empty list shows nothing about its entries and
   * verifies neither. For a file, only the media type is judged, and it is assumed.
   */
  responseSchema: {
    requirements: shapeRequirements,
    alone: 'in successes',
    run(exchange, operation) {
      if (!exchange.succeeded) return [];
      if (operation.mediaType(exchange.status) !== 'application/json') return ofFile(exchange, operation);
      if (exchange.jsonError !== undefined) {
        const [first = 'SHP-01'] = shapesOf(operation);
        return learned(first, violationAt(inBody(), 'a JSON body', exchange.jsonError));
      }
      const violations = validateReceived(operation.operationId, exchange);
      if (violations.length === 0) return isEmptyList(exchange.json) ? [] : shapesOf(operation);
      return violations.flatMap((each) => learned(requirementOf(each, operation), bodyViolation(each)));
    },
  },
  /**
   * REF-04: an entry of an attribute group has is_default only if it is true (clause 2.2, rule 4; the place of the
   * entries: gap G-05). Only a response in which some entries have it and some don't verifies this.
   */
  isDefault: {
    requirements: ['REF-04'],
    run(exchange, operation) {
      if (operation.operationId !== 'getAttributeGroups' || exchange.status !== 200) return [];
      return learned('REF-04', withGaps(haveDefaultsOnlyWhereTrue(exchange), assumedGaps(operation, 200)));
    },
  },
  /** VER-04: the body of a response matches the live description, if the target serves one (clause 8.1). */
  asDescribed: {
    requirements: ['VER-04'],
    run(exchange, operation, { described }) {
      const judged = described?.judged(operation, exchange);
      if (typeof judged !== 'object') return judged === 'allowed' ? ['VER-04'] : [];
      const expected = `${judged.expected}, as the live description says`;
      return learned('VER-04', violationAt(inBody(judged.path), expected, judged.received));
    },
  },
} satisfies Readonly<Record<string, Check>>;

/**
 * Whether a status concerns the HTTP message rather than the operation: the URL is longer than any that the description
 * shows, or the request has a body although the operation takes none. HTTP lets any server refuse such a message before
 * an operation sees it.
 */
function isOfTheMessage({ status, request }: Exchange, { safe }: Operation): boolean {
  if (status === 414 || status === 431) return request.url.length > shortUrl;
  return safe && (status === 413 || status === 415) && request.body !== undefined;
}

/** The gaps that leave open whether a response is JSON: none if it is JSON, or if the description shows its body. */
function gapsOfOther({ status, succeeded, json }: Exchange, operation: Operation): readonly string[] {
  if (typeof json === 'object' && json !== null) return [];
  if (status === 429) return ['G-14'];
  return succeeded ? gapsOfSuccess(operation) : [];
}

/** A file has no shape to judge, only the media type that the contract assumes for it (gap G-11). */
function ofFile(exchange: Exchange, operation: Operation): Learned {
  const documented = operation.mediaType(exchange.status);
  if (documented === undefined) return ofNoBody(exchange, operation);
  const { type: declared } = mediaTypeOf(exchange);
  if (declared === documented) return ['SHP-06'];
  const actual = declared || 'no content-type';
  return learned('SHP-06', violationAt(inHeader('content-type'), documented, actual));
}

/**
 * For an operation that responds without a body only according to the target's file: there is nothing else to judge.
 */
function ofNoBody(exchange: Exchange, operation: Operation): Learned {
  const shapes = shapesOf(operation);
  const [first] = shapes;
  if (first === undefined || operation.responseFor(exchange.status)?.body !== 'none') return [];
  if (answersBare(exchange)) return shapes;
  const violation = violationAt(inBody(), 'no body', asShown(exchange.json ?? exchange.text));
  return learned(first, { ...violation, closed: true });
}

/**
 * The requirement whose shape the violation breaks: the one that covers the nearest of the gaps around the violation,
 * if the operation has such a requirement. A point that the target's file closes is not thereby stated by the
 * description: if the description shows nothing about a body, SHP-01 does not cover it.
 */
function requirementOf({ provenance, gaps }: SchemaViolation, operation: Operation): RequirementId {
  const concerned = shapesOf(operation);
  const named = gaps.flatMap((gap) => shapesOfGap[gap] ?? []);
  if (provenance === 'assumed') return named.find((id) => concerned.includes(id)) ?? named[0] ?? 'SHP-06';
  return concerned.includes('SHP-01') ? 'SHP-01' : (concerned[0] ?? 'SHP-01');
}

/** The requirements of the shape of an operation's successes. */
function shapesOf({ operationId }: Operation): readonly RequirementId[] {
  return shapeRequirements.filter((id) => requirement(id).operations.includes(operationId));
}

function isEmptyList(body: unknown): boolean {
  const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0;
  if (!isJsonObject(body)) return isEmpty(body);
  return isEmpty(body.items) || Object.values(body).every(isEmpty);
}
