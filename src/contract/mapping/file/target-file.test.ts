import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '#testing/unit-test';
import { learnedFrom, targetFolder } from './target-file.js';

/** Names that can't be folder names on every system, and the beginning of their folder names. */
const changed: readonly (readonly [name: string, begins: string])[] = [
  ['embedded sandbox', 'embedded-sandbox+'],
  ['Staging', 'staging+'],
  ['../../etc/passwd', 'etc-passwd+'],
  ['店', 'target+'],
  ['nul.example.com', 'target-nul.example.com+'],
  ['a\0b\nc', 'a-b-c+'],
  ['x'.repeat(1000), `${'x'.repeat(60)}+`],
];

test('a name that every system accepts is its own folder name, and any other gets a digest at its end', () => {
  const plain = ['staging', 'eu-1.staging_2', '127.0.0.1', 'com10.example', 'a'.repeat(60)];
  expect(plain.map(targetFolder)).toEqual(plain);
  for (const [name, begins] of changed) {
    const folder = targetFolder(name);
    expect(folder.slice(0, -12), name.slice(0, 40)).toBe(begins);
    expect(folder.slice(-12)).toMatch(/^[0-9a-f]{12}$/);
  }
});

test('the file that was learned from a description is found, even if no target is named', () => {
  const folder = test.info().outputPath('project');
  const url = 'https://shop.example.com/api/v1/docs/openapi.json';
  expect(learnedFrom(url, folder)).toBeUndefined();
  mkdirSync(`${folder}/targets`, { recursive: true });
  for (const [name, from] of [
    ['other', `${url}?v=2`],
    ['staging', url],
  ])
    writeFileSync(`${folder}/targets/${name}.yaml`, `learned: { from: "${from}", on: "2026-11-29" }\n`);
  expect(learnedFrom(url, folder)).toBe('staging');
});
