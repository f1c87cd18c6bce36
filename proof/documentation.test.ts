import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '#unit-test';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = ['.', 'docs', 'known-failures', 'reports', 'sandbox', 'targets'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
);

/** A page without its code blocks, in which nothing is a link. */
const prose = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The anchors of a page's headings, as GitHub makes them. */
const anchors = (page: string) =>
  [...prose(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replaceAll(' ', '-'),
  );

for (const page of pages) {
  test(`Every link in ${page} leads somewhere`, () => {
    const links = [...prose(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const dead = links.filter((link) => {
      if (/^https?:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const linked = path === '' ? page : relative(root, join(root, dirname(page), path));
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchors(linked).includes(anchor);
    });
    expect(dead).toEqual([]);
  });

  test(`Every npm script that ${page} mentions exists`, () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const mentioned = [...readFileSync(join(root, page), 'utf8').matchAll(/npm run ([\w:-]+)/g)];
    const unknown = mentioned.map(([, name = '']) => name).filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
  });
}

test('The README fills at most a screen and a half: 900 words', () => {
  const words = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/);
  expect(words.length).toBeLessThanOrEqual(900);
});
