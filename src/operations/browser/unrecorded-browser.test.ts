import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { expect, test } from '#unit-test';
import { launchBrowser, launchFailure, launchUnrecorded } from './unrecorded-browser.js';

test('Why a browser does not start is told in a few words', async () => {
  const path = test.info().outputPath('no-browser.sh');
  writeFileSync(path, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
  const error = await launchUnrecorded({ ...process.env, CONFORMANCE_BROWSER: path }).catch(
    (thrown: unknown) => thrown,
  );
  expect(launchFailure(error)).toBe('Target page, context or browser has been closed');
  expect(launchFailure(new Error('browserType.launch: Timeout 20000ms exceeded.\nCall log:'))).toBe(
    'Timeout 20000ms exceeded',
  );
});

test('A page of a file keeps its Content-Security-Policy, and its text has a font', async () => {
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  await page.goto(
    fileWith(`<!doctype html>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-known'">
    <script>document.title = 'without a nonce'</script>
    <script nonce="known">document.title += 'with its nonce'</script>`),
  );
  expect(await page.title()).toBe('with its nonce');
  expect(refused).toEqual([expect.stringContaining('Content Security Policy')]);

  // A letter without a glyph is drawn as nothing, or as the same box as any other.
  const pictures = await Promise.all(['', 'A', 'B'].map((text) => pictureOf(text, browser)));
  expect(new Set(pictures).size).toBe(3);
});

test('A page reads nothing of another origin', async () => {
  const server = createServer((_, response) => response.end('of another origin'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await using browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(fileWith('<!doctype html><title>A page</title>'));
  const read = page.evaluate(async (url) => (await fetch(url)).text(), `http://127.0.0.1:${port}/`);
  await expect(read).rejects.toThrow('Failed to fetch');
  server.close();
});

async function pictureOf(text: string, browser: Browser): Promise<string> {
  const page = await browser.newPage();
  await page.setContent(`<p style="font: 40px sans-serif">${text}`);
  return (await page.screenshot()).toString('base64');
}

function fileWith(html: string): string {
  const path = test.info().outputPath(`page-${html.length}.html`);
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}
