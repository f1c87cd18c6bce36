import { expect, test } from '#unit-test';
import { systemBrowsers } from './system-browsers.js';

test('Each name is looked for in each folder of PATH before the next one', () => {
  expect(systemBrowsers({ PATH: '/usr/local/bin::bin:/usr/bin' }, 'linux')).toEqual([
    '/usr/local/bin/chromium',
    '/usr/bin/chromium',
    '/usr/local/bin/chromium-browser',
    '/usr/bin/chromium-browser',
    '/usr/local/bin/google-chrome',
    '/usr/bin/google-chrome',
    '/usr/local/bin/google-chrome-stable',
    '/usr/bin/google-chrome-stable',
  ]);
});

test('On macOS the applications are looked at as well', () => {
  expect(systemBrowsers({}, 'darwin')).toEqual([
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ]);
  expect(systemBrowsers({}, 'linux')).toEqual([]);
});
