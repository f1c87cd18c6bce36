import { isThisMachine } from '../environment.js';
import type { Profile } from '../profile.js';
import type { Settings } from '../settings.js';
import type { LeftOut } from './preflight-report.js';

/**
 * The parts that a run can't check because of its configuration; the tests for them are skipped.
 * @param withoutBrowser why there is no browser on this machine; undefined if there is one
 */
export function leftOutBy(settings: Settings, profile: Profile, withoutBrowser?: string): readonly LeftOut[] {
  if (profile.readOnly)
    return [
      { what: 'everything except a few reads', reason: `the profile ${profile.name} sends nothing else` },
    ];
  return [
    ...(settings.writes === 'deny'
      ? [{ what: 'everything that needs a write', reason: 'TARGET_WRITES is deny' }]
      : withWrites(settings)),
    ...(settings.control === undefined ? withoutControl(settings, profile) : []),
    ...(withoutBrowser === undefined ? [] : [withoutABrowser(withoutBrowser)]),
  ];
}

/** The part that a run leaves out without a browser. @param reason one sentence */
export function withoutABrowser(reason: string): LeftOut {
  return { what: 'everything that needs a browser', reason: reason.replace(/\.$/, '') };
}

function withWrites({ baseUrl, control, orders, provocations }: Settings): readonly LeftOut[] {
  return [
    ...(control === undefined
      ? [
          {
            what: 'batches that fail as a whole, and keys that users manage in the settings area',
            reason: 'only a control interface can bring them about, and there is none',
          },
        ]
      : []),
    ...(control === undefined && provocations === undefined
      ? [
          {
            what: 'products that the review rejects, and products with a problem',
            reason: 'neither a control interface nor TARGET_REJECTED_IMAGE_URL brings them about',
          },
        ]
      : []),
    ...(control === undefined && orders.length === 0
      ? [
          {
            what: 'orders that are shipped, cancelled or returned',
            reason: 'TARGET_ORDERS names no orders',
          },
        ]
      : []),
    ...(isThisMachine(baseUrl)
      ? []
      : [
          {
            what: 'webhook deliveries',
            reason: `${new URL(baseUrl).hostname} can't reach a receiver on this machine`,
          },
        ]),
  ];
}

function withoutControl(settings: Settings, { exhaustsShared }: Profile): readonly LeftOut[] {
  const { apiKeys, otherApiKey, expiredApiKey, revokedApiKey } = settings;
  const needed: readonly (readonly [what: string, isGiven: boolean, setting: string])[] = [
    ["whether merchants see each other's data", otherApiKey !== undefined, 'TARGET_OTHER_API_KEY'],
    ['whether an expired key is refused', expiredApiKey !== undefined, 'TARGET_EXPIRED_API_KEY'],
    ['whether a revoked key is refused', revokedApiKey !== undefined, 'TARGET_REVOKED_API_KEY'],
    [
      'whether rate limits are counted for each key',
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
            what: 'exhausting rate limits',
            reason:
              'it leaves nothing for other clients: without a control interface, only the profile release does so',
          },
        ]),
  ];
}
