import type { RequirementId } from '../requirements/requirement-ids.generated.js';
import type { NullServerId } from './null-servers.js';

/** A promise that a server keeps though it does nothing. */
export interface AllowedPass {
  readonly requirement: RequirementId;
  readonly servers: readonly NullServerId[];
  /** Why it keeps it. */
  readonly reason: string;
}

const refusing = ['always-400', 'always-404', 'always-500'] as const;
const accepting = ['always-200-canned', 'always-200-empty', 'always-html'] as const;

/** Every requirement that may pass on a null server, and on which; whatever else passes there, passes without cause. */
export const allowedPasses: readonly AllowedPass[] = [
  {
    requirement: 'AUTH-11',
    servers: [...refusing, ...accepting],
    reason: 'It speaks of every answer, and one that is always the same repeats no key.',
  },
  {
    requirement: 'ERR-01',
    servers: ['always-400', 'always-404'],
    reason: 'It speaks of the body of every 400, 401 and 404, and theirs is an object with a message.',
  },
  {
    requirement: 'ERR-11',
    servers: accepting,
    reason:
      'It speaks of the status alone, and 200 is documented for every operation that can be called there.',
  },
  {
    requirement: 'ERR-12',
    servers: refusing,
    reason: 'It speaks of every error, and theirs tells nothing of what is behind it.',
  },
  {
    requirement: 'LIM-01',
    servers: [...refusing, 'always-200-canned', 'always-200-empty'],
    reason: 'It speaks of the headers being there; that they never count down is told by LIM-03.',
  },
  {
    requirement: 'LIM-04',
    servers: [...refusing, 'always-200-canned', 'always-200-empty'],
    reason:
      'It speaks of every X-RateLimit-Reset being a number of seconds; that it never counts down shows on a batch alone, of which there is none.',
  },
  {
    requirement: 'REJ-02',
    servers: ['always-200-canned'],
    reason: 'The body happens to say that it is page 1 with 20 entries a page.',
  },
];

/** The requirements that may pass on a server. */
export function allowedOn(server: NullServerId): readonly RequirementId[] {
  return allowedPasses
    .filter(({ servers }) => servers.includes(server))
    .map(({ requirement }) => requirement);
}
