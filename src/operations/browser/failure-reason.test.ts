import { expect, test } from '#unit-test';
import { failureReason } from './failure-reason.js';

const failures = [
  { about: 'a file that may not be written', fields: { code: 'EACCES' }, reason: 'EACCES' },
  {
    about: 'a library that is missing',
    fields: { code: 127, stderr: 'chromium: error while loading shared libraries: libnss3.so\n' },
    reason: 'chromium: error while loading shared libraries: libnss3.so',
  },
  {
    about: 'a package that is missing',
    fields: {
      code: 1,
      stderr: "node:internal\n\nError [ERR_MODULE_NOT_FOUND]: Cannot find package 'p'\n    at x",
    },
    reason: "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'p'",
  },
  {
    about: 'a disk that is full',
    fields: {
      code: 1,
      stderr: 'node:internal\n\n[Error: ENOSPC: no space left on device, write] {\n  errno: -28',
    },
    reason: 'Error: ENOSPC: no space left on device, write',
  },
  { about: 'a program that never ended', fields: { code: null, killed: true }, reason: 'it took too long' },
  { about: 'a program that said nothing', fields: { code: 3, stderr: '' }, reason: 'Command failed: x' },
];

for (const { about, fields, reason } of failures) {
  test(`The reason of ${about} is told`, () => {
    expect(failureReason(Object.assign(new Error('Command failed: x\nmore'), fields))).toBe(reason);
  });
}
