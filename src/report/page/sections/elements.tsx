/** @jsxImportSource preact */
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { visibleText } from '../../../http/shown/shown-exchange.js';
import type { Verdict } from '../../../verdicts/requirement-verdict.js';
import type { RunVerdict } from '../../../verdicts/run-verdict.js';
import type { TestReport } from '../../data/conformance-report.js';
import type { AlikeTests } from '../content/alike-tests.js';

/** A sign for each verdict, so that colour is not the only difference. */
const signs: Readonly<Record<Verdict, string>> = {
  failed: '✕',
  blocked: '■',
  unverified: '?',
  warned: '!',
  deviated: '≠',
  partial: '◐',
  passed: '✓',
  inapplicable: '–',
  untested: '○',
};

/** The verdict of a requirement that looks like the verdict of a run. */
export const looks: Readonly<Record<RunVerdict, Verdict>> = {
  conformant: 'passed',
  'conformant but for known failures': 'warned',
  'non-conformant': 'failed',
  'known failures out of date': 'failed',
  incomplete: 'blocked',
  partial: 'unverified',
  'nothing can be said': 'blocked',
};

/** The sign of a run's verdict. */
export function Sign({ verdict }: { readonly verdict: RunVerdict }) {
  return <span aria-hidden="true">{signs[looks[verdict]]}</span>;
}

/** A verdict as sign, word and colour. @param known present if all its violations are known failures */
export function Badge({ verdict, known }: { readonly verdict: Verdict; readonly known?: true | undefined }) {
  return (
    <span class={`badge ${verdict}${known === undefined ? '' : ' known'}`}>
      <span aria-hidden="true">{signs[verdict]}</span> {verdict}
      {known === undefined ? '' : ', known'}
    </span>
  );
}

/** A part of the report that a script shows alone. */
export function View({
  id,
  title,
  children,
}: Readonly<{ id: string; title: string; children: ComponentChildren }>) {
  return (
    <section class="view" id={id} aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`} class="view-title">
        {title}
      </h1>
      {children}
    </section>
  );
}

/** A part of a view that stands on its own: nothing if it has no title and no content. */
export function Card({
  title,
  class: look = '',
  id,
  children,
}: Readonly<{ title: string; class?: string; id?: string; children: ComponentChildren }>) {
  return (
    <div class={`card ${look}`}>
      <h2 id={id} tabIndex={id === undefined ? undefined : -1}>
        {title}
      </h2>
      {children}
    </div>
  );
}

/** A line that opens to show its details. */
export function Row({
  class: look,
  id,
  head,
  children,
  ...data
}: Readonly<{
  class: string;
  id?: string;
  head: ComponentChildren;
  children: ComponentChildren;
  [data: `data-${string}`]: string | undefined;
}>) {
  return (
    <details class={`row ${look}`} id={id} {...data}>
      <summary>{head}</summary>
      <div class="details">{children}</div>
    </details>
  );
}

/** Ids of requirements or gaps, each as a link. */
export function AddressLinks({ ids }: { readonly ids: readonly string[] }) {
  return <Chips entries={ids.map((id) => ({ address: id, children: id }))} />;
}

interface ChipProps {
  /** The id in the page that it leads to. */
  readonly address: string;
  readonly children: ComponentChildren;
  readonly title?: string | undefined;
}

/** Short links next to each other. */
export function Chips({ entries }: { readonly entries: readonly ChipProps[] }) {
  return (
    <ul class="chips">
      {entries.map(({ address, title, children }) => (
        <li key={address}>
          <a href={`#${address}`} title={title}>
            {children}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ListProps {
  readonly class?: string;
  readonly title?: string;
  readonly level?: 'h2' | 'h3' | 'h4';
  readonly entries: readonly ComponentChildren[];
  readonly children?: ComponentChildren;
}

/** A list with its title, and the content between them; nothing if it has no entries. */
export function List({ class: look, title, level: Title = 'h2', entries, children }: ListProps) {
  if (entries.length === 0) return null;
  return (
    <>
      {title !== undefined && <Title>{title}</Title>}
      {children}
      <ul class={look}>
        {entries.map((entry, index) => (
          <li key={index}>{entry}</li>
        ))}
      </ul>
    </>
  );
}

/** Names with their definitions; nothing if there are none. */
export function Definitions({
  class: look,
  entries,
}: Readonly<{
  class: string;
  entries: readonly (readonly [name: ComponentChildren, content: ComponentChildren])[];
}>) {
  if (entries.length === 0) return null;
  return (
    <dl class={look}>
      {entries.map(([name, content], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  readonly label: string;
  readonly class?: string;
  readonly columns: readonly string[];
  /** The columns that contain numbers. */
  readonly numbers?: readonly string[];
  readonly children: ComponentChildren;
}

/** A table that may be too wide for a small screen: it scrolls separately, also by keyboard. */
export function Table({ label, class: look, columns, numbers = [], children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div class="scrollable sideways" role="group" aria-label={label} tabIndex={0}>
      <table class={look}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" key={column} class={numbers.includes(column) ? 'number' : undefined}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Preformatted text that scrolls if it is too long or too wide, also by keyboard. */
export function ScrollingText({ label, children }: Readonly<{ label: string; children: ComponentChildren }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <pre role="group" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}

/** A command to paste into a shell, with a button that a script activates. */
export function Command({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = visibleText(text);
  return (
    <div class="command">
      <ScrollingText label={label.replace('Copy', 'To copy:')}>
        <code {...(shown === text ? {} : { 'data-copy': text })}>{shown}</code>
      </ScrollingText>
      <button type="button" class="copy" hidden>
        {label}
      </button>
    </div>
  );
}

/** Whether Playwright's report is next to the page. */
export const TestLinks = createContext(false);

/** Tests whose titles differ in a few words: what they share once, then the words of each. */
export function AlikeTitles({ alike }: { readonly alike: AlikeTests }) {
  const { file, line, beginning, end, tests } = alike;
  const isLinked = useContext(TestLinks) && tests.every(({ test }) => test.onlyHere === undefined);
  const [{ test } = { test: undefined }, ...others] = tests;
  if (others.length === 0) return <TestTitle test={test} />;
  const title = visibleText(`${beginning} … ${end}`);
  return (
    <>
      {isLinked ? (
        // Playwright's report finds tests by a part of their file's path, and their line.
        <a href={`playwright/index.html#?q=${file.replace(/\.ts$/, '')}:${line}`}>{title}</a>
      ) : (
        title
      )}{' '}
      <small>
        {file}:{line}
      </small>
      <ul class="alike">
        {tests.map(({ test: { id, outcome }, words }) => (
          <li key={id}>
            {visibleText(words)}
            {outcome === 'passed' || outcome === 'failed' ? '' : ` (${outcome})`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A test by its title and place, with a link to Playwright's report if it is there. */
export function TestTitle({ test }: { readonly test: TestReport | undefined }) {
  const isLinked = useContext(TestLinks);
  if (test === undefined) return <>a test that the report doesn’t name</>;
  const { id, title, file, line, outcome, onlyHere } = test;
  const shown = visibleText(title);
  return (
    <>
      {isLinked && onlyHere === undefined ? (
        <a href={`playwright/index.html#?testId=${encodeURIComponent(id.toWellFormed())}`}>{shown}</a>
      ) : (
        shown
      )}{' '}
      <small>
        {file}:{line}
        {outcome === 'passed' || outcome === 'failed' ? '' : `, ${outcome}`}
      </small>
    </>
  );
}
