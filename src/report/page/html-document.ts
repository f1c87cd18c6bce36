import { createHash } from 'node:crypto';

/** The parts of a self-contained page. */
interface DocumentParts {
  /** Plain text. */
  readonly title: string;
  /** HTML with all text escaped. */
  readonly body: string;
  /** CSS. */
  readonly style: string;
  /** JavaScript that runs after the body has loaded. */
  readonly script: string;
}

/** Runs before the body exists: views that a script shows one at a time must not all be visible until then. */
const early = "document.documentElement.classList.add('scripted')";

/**
 * A complete HTML document. Its icon is empty, because without one a browser would ask a server for it. Its policy
 * allows only its own scripts and loads nothing from anywhere: if a text in the body ever escaped its escaping, the
 * browser would refuse to run it.
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

/** The hash by which the policy identifies an inline script or style. */
function digestOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
