import type { Requirement } from '../contract/requirements/catalogue.js';
import type { Finding } from './finding.js';

/** Requirements of what the service says about itself: its live description and its page. */
const ofDescription = /^VER-0[234678]$/;

/** The statuses with which a proxy says, in a text or page of its own, that the service behind it doesn't answer. */
const ofProxies: readonly number[] = [502, 503, 504];

/**
 * Who most likely must act on a finding, and how, from what it rests on. A must that the description states or implies,
 * and that deviates, is broken unless the service means to fill a gap in its own way.
 */
export function actorOf(
  { gaps = [], judgement, steps, atMost, requirement: id, exchange }: Finding,
  { strength, from }: Pick<Requirement, 'strength' | 'from'>,
): string {
  if (judgement === 'deviated') {
    const isBroken = strength === 'must' && from !== 'assumed' && atMost === undefined;
    const who = `you: confirm ${gaps.join(' and ')} if the service should do as expected, or map it`;
    return isBroken ? `${who}; a must would be broken` : who;
  }
  const { status, headers } = exchange.response;
  if (ofProxies.includes(status) && !/json/i.test(headers['content-type'] ?? ''))
    return 'the network, if a proxy answered in place of the service, otherwise the service';
  const who = ofDescription.test(id) ? 'the description that the service publishes' : 'the service';
  return steps === undefined ? who : `${who}, unless one of these steps of the targets file is wrong`;
}
