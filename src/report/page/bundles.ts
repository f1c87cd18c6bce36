import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';
import type { RenderPage } from './rendered-page.js';

/** The code and styles of a page. */
interface Bundles {
  readonly renderPage: RenderPage;
  /** The script for the reader's browser. */
  readonly browserScript: string;
  readonly style: string;
}

let made: Promise<Bundles> | undefined;

/**
 * Bundles the page's own code, once per process: the Preact views for this process, and the script for the browser.
 * The process that loads this module may not understand JSX, or, like Playwright, give it another meaning.
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
