import { expect, test } from '#unit-test';
import { profileIn } from '../profile.js';
import { readSettings } from '../settings.js';
import { leftOutBy } from './left-out.js';

const complete = {
  TARGET_URL: 'http://127.0.0.1:9',
  TARGET_API_KEY: 'sk-first-1,sk-second-2',
  TARGET_OTHER_API_KEY: 'sk-other-3',
  TARGET_EXPIRED_API_KEY: 'sk-expired-4',
  TARGET_REVOKED_API_KEY: 'sk-revoked-5',
  TARGET_WRITES: 'allow',
  TARGET_ORDERS: 'N-1',
  TARGET_REJECTED_IMAGE_URL: 'https://images.example/reject.jpg',
  TARGET_PROBLEM_IMAGE_URL: 'https://images.example/problem.jpg',
};
const control = { TARGET_CONTROL_URL: 'http://127.0.0.1:9/control', TARGET_CONTROL_TOKEN: 'token-6' };

function reasonsFor(settings: Readonly<Record<string, string>>, profile = 'release') {
  const left = leftOutBy(
    readSettings({ ...complete, ...settings }),
    profileIn({ CONFORMANCE_PROFILE: profile }),
  );
  return left.map(({ reason }) => reason);
}

const noControl = 'only a control interface can bring them about, and there is none';

test('with a control interface nothing is left out', () => {
  expect(reasonsFor(control, 'standard')).toEqual([]);
  expect(reasonsFor({ ...control, TARGET_API_KEY: '', TARGET_OTHER_API_KEY: '' }, 'standard')).toEqual([]);
});

test('without one, what it alone can bring about is', () => {
  expect(reasonsFor({})).toEqual([noControl]);
});

test('without images that provoke them, neither a rejection nor a problem is', () => {
  expect(reasonsFor({ TARGET_REJECTED_IMAGE_URL: '', TARGET_PROBLEM_IMAGE_URL: '' })).toEqual([
    noControl,
    'neither a control interface nor TARGET_REJECTED_IMAGE_URL brings them about',
  ]);
});

test('without an order that may be changed, none is', () => {
  expect(reasonsFor({ TARGET_ORDERS: '' })).toEqual([noControl, 'TARGET_ORDERS names no orders']);
  expect(reasonsFor({ ...control, TARGET_ORDERS: '' }, 'standard')).toEqual([]);
});

test('each key that is not set leaves something out', () => {
  const missing = (setting: string) => `it needs ${setting}, which is not set`;
  expect(reasonsFor({ TARGET_OTHER_API_KEY: '' })).toEqual([noControl, missing('TARGET_OTHER_API_KEY')]);
  expect(reasonsFor({ TARGET_EXPIRED_API_KEY: '', TARGET_REVOKED_API_KEY: '' })).toEqual([
    noControl,
    missing('TARGET_EXPIRED_API_KEY'),
    missing('TARGET_REVOKED_API_KEY'),
  ]);
  expect(reasonsFor({ TARGET_API_KEY: 'sk-first-1' })).toEqual([
    noControl,
    missing('a second key in TARGET_API_KEY'),
  ]);
});

test('where limits are shared with others, the profile release alone exhausts them', () => {
  expect(reasonsFor({ TARGET_API_KEY: 'sk-first-1' }, 'standard')).toEqual([
    noControl,
    'it leaves nothing for other clients: without a control interface, only the profile release does so',
  ]);
});

test('a target elsewhere delivers nothing here, and denied writes bring nothing about', () => {
  const elsewhere = { TARGET_URL: 'https://staging.example.com' };
  expect(reasonsFor(elsewhere)).toEqual([
    noControl,
    "staging.example.com can't reach a receiver on this machine",
  ]);
  expect(reasonsFor({ ...elsewhere, TARGET_WRITES: 'deny' })).toEqual(['TARGET_WRITES is deny']);
});

test('of the profile smoke it is enough to say what it is', () => {
  expect(reasonsFor({}, 'smoke')).toEqual(['the profile smoke sends nothing else']);
});

test('without a browser, what is seen in one is left out', () => {
  const left = leftOutBy(
    readSettings({ ...complete, ...control }),
    profileIn({ CONFORMANCE_PROFILE: 'standard' }),
    'There is no Chromium on this machine: install one.',
  );
  expect(left).toEqual([
    { what: 'everything that needs a browser', reason: 'There is no Chromium on this machine: install one' },
  ]);
});
