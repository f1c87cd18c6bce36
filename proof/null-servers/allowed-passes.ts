import { requirements } from '../../src/contract/requirements/catalogue.js';
import type { RequirementId } from '../../src/contract/requirements/requirement-ids.generated.js';
import { type HollowingId, isHollow, type NullServerId } from './null-servers.js';

/** A promise that a server keeps although it does nothing. */
interface AllowedPass {
  readonly requirement: RequirementId;
  readonly servers: readonly NullServerId[];
  /** The reason why it keeps the promise. */
  readonly reason: string;
}

const refusing = ['always-400', 'always-404', 'always-500'] as const;
const accepting = ['always-200-canned', 'always-200-empty', 'always-html'] as const;
const inJson = ['always-400', 'always-404', 'always-500', 'always-200-canned', 'always-200-empty'] as const;
const acceptsAll =
  'It is about acceptance alone, and the server accepts everything; other requirements check what it must refuse.';

/** Every requirement that may pass on a null server, and on which; any other pass is wrong. */
export const allowedPasses: readonly AllowedPass[] = [
  { requirement: 'SHP-10', servers: accepting, reason: acceptsAll },
  { requirement: 'AUTH-01', servers: accepting, reason: acceptsAll },
  { requirement: 'AUTH-07', servers: accepting, reason: acceptsAll },
  {
    requirement: 'ERR-08',
    servers: ['always-400', 'always-404', ...accepting],
    reason: 'It is about the status of every answer, and theirs is below 500.',
  },
  {
    requirement: 'ERR-09',
    servers: inJson,
    reason: 'It is about every answer in JSON, and theirs is declared as JSON and parses.',
  },
  {
    requirement: 'AUTH-11',
    servers: [...refusing, ...accepting],
    reason: 'It is about every answer, and an answer that is always the same repeats no key.',
  },
  {
    requirement: 'ERR-01',
    servers: ['always-400', 'always-404'],
    reason: 'It is about the body of every 400, 401 and 404, and theirs is an object with a message.',
  },
  {
    requirement: 'ERR-11',
    servers: ['always-400', ...accepting],
    reason:
      'It is about the status alone, and theirs is documented for every operation that can be called there.',
  },
  {
    requirement: 'ERR-12',
    servers: refusing,
    reason: 'It is about every error, and theirs reveals nothing about the server.',
  },
  {
    requirement: 'LIM-01',
    servers: [...refusing, 'always-200-canned', 'always-200-empty'],
    reason: 'It is about the presence of the headers; LIM-03 checks that they count down.',
  },
  {
    requirement: 'LIM-04',
    servers: [...refusing, 'always-200-canned', 'always-200-empty'],
    reason:
      'It is about every X-RateLimit-Reset being a number of seconds; only a batch would show that it never counts down, and there is no batch.',
  },
  {
    requirement: 'REJ-02',
    servers: ['always-200-canned'],
    reason: 'The body happens to say that it is page 1 with 20 entries per page.',
  },
];

/** Requirements about statuses, errors, headers and the settings area, which a hollow server doesn't change. */
const besideBodies =
  /^(AUTH-(0[1-7]|1[01])|KEYS-\d\d|ERR-(01|08|09|11|12)|LIM-\d\d|REJ-0[34]|SHP-10|VER-01)$/;
const ofTheDescription = /^VER-0[234678]$/;

/** The requirements that may pass on each hollow server: those that don't need what it removes from the answers. */
const leftBy: Readonly<Record<HollowingId, (id: RequirementId) => boolean>> = {
  // Its live description has no lists that matter, the first page is still the first, and a request with an unknown
  // key is accepted like the one without it.
  'empty-lists': (id) =>
    id === 'REJ-02' || id === 'ERR-14' || besideBodies.test(id) || ofTheDescription.test(id),
  'no-fields': (id) => besideBodies.test(id),
  'null-fields': (id) => besideBodies.test(id),
  // A list whose entries have other names is still a list.
  'other-names': (id) => besideBodies.test(id) || id === 'REF-05' || id === 'RPT-01',
  'no-headers': (id) => !/^(LIM-(0[1-46789]|1[124])|VER-03|RPT-02)$/.test(id),
  'no-errors': (id) =>
    !/^(AUTH-(0[2-689]|10)|BAT-(14|17)|ERR-(0[1-7]|13)|LIM-11|PRD-(09|12|13|17)|REJ-0[34]|STS-(06|10)|STK-03|PRC-03|WHK-0[23])$/.test(
      id,
    ),
};

/** The requirements that may pass on a server; on a hollow one they need not. */
export function allowedOn(server: NullServerId): readonly RequirementId[] {
  if (isHollow(server)) return requirements.map(({ id }) => id).filter(leftBy[server]);
  return allowedPasses
    .filter(({ servers }) => servers.includes(server))
    .map(({ requirement }) => requirement);
}
