import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import type { RenderPage } from './rendered-page.js';

/** What a page is made with. */
export interface Bundles {
  readonly renderPage: RenderPage;
  /** What runs in the reader's browser. */
  readonly browserScript: string;
  readonly style: string;
}

let made: Promise<Bundles> | undefined;

/**
 * Bundles the page's own code, once a process: views written with Preact for this process, the script for the browser.
 * Whoever loads this module may know nothing of JSX, or, as Playwright does, take it for its own.
 */
export function bundles(): Promise<Bundles> {
  made ??= make();
  return made;
}

async function make(): Promise<Bundles> {
  const [views, browserScript, style] = await Promise.all([
    bundled('render-page.tsx', { platform: 'node', format: 'esm', mainFields: ['module', 'main'] }),
    bundled('browser/main.ts', { platform: 'browser', format: 'iife', target: 'es2022', minify: true }),
    bundled('style/page.css', { minify: true }),
  ]);
  const { renderPage } = await import(`data:text/javascript;base64,${Buffer.from(views).toString('base64')}`);
  return { renderPage, browserScript, style };
}

async function bundled(entry: string, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'silent',
    legalComments: 'none',
    ...options,
  });
  return outputFiles?.[0]?.text ?? '';
}
