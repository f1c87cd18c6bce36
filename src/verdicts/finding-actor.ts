import type { Requirement } from '../contract/requirements/catalogue.js';
import { isOfProxy } from '../http/response.js';
import type { Finding } from './finding.js';

/** Requirements about what the service publishes about itself: its live description and its documentation page. */
const ofDescription = /^VER-0[234678]$/;

/**
 * Who most likely has to act on a finding, and how, judging by what the finding rests on. If a must that the
 * description states or implies deviates, it is violated unless the service intends to fill a gap in its own way.
 */
export function actorOf(
  { gaps = [], judgement, steps, atMost, requirement: id, exchange }: Finding,
  { strength, from }: Pick<Requirement, 'strength' | 'from'>,
): string {
  if (judgement === 'deviated') {
    const isBroken = strength === 'must' && from !== 'assumed' && atMost === undefined;
    const who = `you: confirm ${gaps.join(' and ')} if the service should do as expected, or map it`;
    return isBroken ? `${who}; a must would be violated` : who;
  }
  // Only recorded traffic contains such exchanges.
  if (isOfProxy(exchange.response))
    return 'the network, if a proxy answered in place of the service, otherwise the service';
  const who = ofDescription.test(id) ? 'the description that the service publishes' : 'the service';
  return steps === undefined ? who : `${who}, unless one of these steps of the targets file is wrong`;
}
