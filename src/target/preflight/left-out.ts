import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';
import { isThisMachine } from '../this-machine.js';
import type { LeftOut } from './preflight-report.js';

/**
 * What a run is not able to check, by its configuration: tests are skipped there with the same reason.
 * @param withoutBrowser why there is no browser on this machine, where there is none
 */
export function leftOutBy(settings: Settings, profile: Profile, withoutBrowser?: string): readonly LeftOut[] {
  if (profile.readOnly)
    return [{ what: 'all but a few reads', reason: `the profile ${profile.name} sends nothing else` }];
  return [
    ...(settings.writes === 'deny'
      ? [{ what: 'whatever needs a write', reason: 'TARGET_WRITES is deny' }]
      : withWrites(settings)),
    ...(settings.control === undefined ? withoutControl(settings, profile) : []),
    ...(withoutBrowser === undefined ? [] : [withoutABrowser(withoutBrowser)]),
  ];
}

/** What is left out where there is no browser. @param reason one sentence */
export function withoutABrowser(reason: string): LeftOut {
  return { what: 'whatever is seen in a browser', reason: reason.replace(/\.$/, '') };
}

function withWrites({ baseUrl, control, orders }: Settings): readonly LeftOut[] {
  return [
    ...(control === undefined
      ? [
          {
            what: 'batches that fail as a whole, products that the review rejects, and keys as users of the settings area manage them',
            reason: 'there is no control interface, which alone could bring them about',
          },
        ]
      : []),
    ...(control === undefined && orders.length === 0
      ? [
          {
            what: 'what becomes of an order that is shipped, cancelled or returned',
            reason: 'TARGET_ORDERS names no order for it',
          },
        ]
      : []),
    ...(isThisMachine(baseUrl)
      ? []
      : [
          {
            what: 'deliveries of webhooks',
            reason: `${new URL(baseUrl).hostname} can't reach a receiver on this machine`,
          },
        ]),
  ];
}

function withoutControl(settings: Settings, { exhaustsShared }: Profile): readonly LeftOut[] {
  const { apiKeys, otherApiKey, expiredApiKey, revokedApiKey } = settings;
  const needed: readonly (readonly [what: string, isGiven: boolean, setting: string])[] = [
    ["that merchants don't see each other's data", otherApiKey !== undefined, 'TARGET_OTHER_API_KEY'],
    ['that an expired key is refused', expiredApiKey !== undefined, 'TARGET_EXPIRED_API_KEY'],
    ['that a revoked key is refused', revokedApiKey !== undefined, 'TARGET_REVOKED_API_KEY'],
    [
      'that rate limits are counted for each key',
      !exhaustsShared || apiKeys.length > 1,
      'a second key in TARGET_API_KEY',
    ],
  ];
  return [
    ...needed
      .filter(([, isGiven]) => !isGiven)
      .map(([what, , setting]) => ({ what, reason: `it needs ${setting}, which is not set` })),
    ...(exhaustsShared
      ? []
      : [
          {
            what: 'rate limits up to their end',
            reason:
              'it takes others their share: only the profile release does so without a control interface',
          },
        ]),
  ];
}
