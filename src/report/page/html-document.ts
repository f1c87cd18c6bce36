import { createHash } from 'node:crypto';

/** The parts of a page that stands alone. */
export interface DocumentParts {
  /** Plain text. */
  readonly title: string;
  /** HTML, everything in it escaped. */
  readonly body: string;
  /** CSS. */
  readonly style: string;
  /** JavaScript that runs when the body is there. */
  readonly script: string;
}

/** Runs before there is a body: views that a script shows one at a time must not be seen all at once before it does. */
const early = "document.documentElement.classList.add('scripted')";

/**
 * A whole HTML document. Its icon is an empty one: without, a browser would ask a server for it. Its policy lets nothing
 * run but its own scripts, and nothing be loaded from anywhere: should something of the body ever escape its escaping,
 * the browser refuses it.
 */
export function htmlDocument({ title, body, style, script }: DocumentParts): string {
  const policy = [
    "default-src 'none'",
    `script-src '${digestOf(early)}' '${digestOf(script)}'`,
    `style-src '${digestOf(style)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
<script>${early}</script>
</head>
<body>
${body}
<script>${script}</script>
</body>
</html>
`;
}

/** What the policy knows an inline script or style by. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
