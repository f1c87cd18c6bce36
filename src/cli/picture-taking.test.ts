import { expect, test } from '#unit-test';
import { terminalPage } from './picture-taking.js';

const shown = (output: string, rows = 10) => /<pre>([\s\S]*)<\/pre>/.exec(terminalPage(output, rows))?.[1];

test('the end of a terminal’s output is shown in its colours, without any other sequence', () => {
  const output =
    'first\n\u001b[2K\u001b[1;31mfailed\u001b[22m red\u001b[39m plain\n\u001b[2mquiet\u001b[0m\n';
  expect(shown(output, 2)).toBe(
    '<span style="font-weight:700;color:#ff8f8f">failed</span><span style="color:#ff8f8f"> red</span> plain\n' +
      '<span style="opacity:0.65">quiet</span>',
  );
});

test('the output of a terminal is shown as text', () => {
  expect(shown('<b>&amp;')).toBe('&lt;b>&amp;amp;');
});
