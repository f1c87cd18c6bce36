import type { RequirementId } from '../../requirements/requirement-ids.generated.js';
import type { NullServerId } from './null-servers.js';

/** A promise that a server keeps though it does nothing. */
export interface AllowedPass {
  readonly requirement: RequirementId;
  readonly servers: readonly NullServerId[];
  /** Why it keeps it. */
  readonly reason: string;
}

/** Every requirement that may pass on a null server, and on which; whatever else passes there, passes without cause. */
export const allowedPasses: readonly AllowedPass[] = [];

/** The requirements that may pass on a server. */
export function allowedOn(server: NullServerId): readonly RequirementId[] {
  return allowedPasses
    .filter(({ servers }) => servers.includes(server))
    .map(({ requirement }) => requirement);
}
