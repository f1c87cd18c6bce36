import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

/** The page's own code, bundled. */
export interface PageCode {
  /** The Preact views, as a module for this process. */
  readonly views: string;
  /** The script and the style for the reader's browser. */
  readonly script: string;
  readonly style: string;
}

/**
 * Bundles the page's own code: the process that writes a page may not understand JSX, or, like Playwright, give it a
 * different meaning.
 */
export async function pageCode(): Promise<PageCode> {
  const [views, script, style] = await Promise.all([
    bundleOf('page.tsx', { platform: 'node', format: 'esm', mainFields: ['module', 'main'] }),
    bundleOf('browser/main.ts', { platform: 'browser', format: 'iife', target: 'es2022', minify: true }),
    bundleOf('style/page.css', { minify: true }),
  ]);
  return { views, script, style };
}

async function bundleOf(entry: string, options: BuildOptions): Promise<string> {
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
