import { searchReport } from './search.js';
import { filterRequirements, showViews } from './views.js';

const themes = ['as the system', 'light', 'dark'];
const remembered = 'conformance-report-theme';

/** The scripts of a page that can also be read without them. */
try {
  chooseTheme();
  copyCommands();
  printEverything();
  showEvidence();
  searchReport();
  showViews(filterRequirements());
} catch (error) {
  // Showing all views together is better than showing none.
  document.documentElement.classList.remove('scripted');
  throw error;
}

/** Lets the reader choose between light, dark, and the system's theme. */
function chooseTheme(): void {
  const button = document.getElementById('theme');
  if (button === null) return;
  let index = Math.max(themes.indexOf(recall() ?? ''), 0);
  const apply = () => {
    const theme = themes[index] ?? 'as the system';
    if (index === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
    button.title = button.textContent;
  };
  button.addEventListener('click', () => {
    index = (index + 1) % themes.length;
    apply();
    remember(themes[index] ?? '');
  });
  button.hidden = false;
  apply();
}

/** A local file may have no storage; then the choice is not remembered. */
function recall(): string | null {
  try {
    return localStorage.getItem(remembered);
  } catch {
    return null;
  }
}

function remember(theme: string): void {
  try {
    localStorage.setItem(remembered, theme);
  } catch {
    // See recall.
  }
}

function copyCommands(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('.copy')) {
    const code = button.parentElement?.querySelector<HTMLElement>('code');
    if (code === null || code === undefined) continue;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const done = await copied(code.dataset.copy ?? code.textContent ?? '', code);
      button.textContent = done ? 'Copied' : 'Selected: press Ctrl+C';
      setTimeout(() => {
        button.textContent = label;
      }, 2000);
    });
  }
}

/** @returns whether the text is in the clipboard; if the page may not write there, the text is at least selected */
async function copied(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}

/** Shows exchanges where a requirement links to them: once it is opened, each link becomes a place that opens. */
function showEvidence(): void {
  // A toggle event does not bubble, so that a listener must catch it on its way down.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || !target.matches('.requirement[open]')) return;
      for (const link of target.querySelectorAll<HTMLAnchorElement>('.verified > li > a'))
        showInPlaceOf(link);
    },
    true,
  );
}

function showInPlaceOf(link: HTMLAnchorElement): void {
  const [place, exchange] = [link.parentElement, document.getElementById(link.hash.slice(1))];
  const [details, summary] = [document.createElement('details'), document.createElement('summary')];
  details.className = 'row';
  summary.append(...(place?.childNodes ?? []));
  link.replaceWith(...link.childNodes);
  details.append(summary);
  place?.append(details);
  const show = () => {
    const shown = exchange?.querySelector(':scope > div')?.cloneNode(true);
    if (!(shown instanceof Element)) return;
    const [line, usual] = [document.createElement('p'), document.createElement('p')];
    line.textContent = exchange?.querySelector('summary')?.firstChild?.textContent ?? '';
    usual.textContent = exchange?.closest('.details')?.querySelector('.usual')?.textContent ?? '';
    shown.prepend(line);
    shown.append(usual);
    details.append(shown);
  };
  details.addEventListener('toggle', show, { once: true });
}

/** Opens every finding for printing and restores the state afterwards. */
function printEverything(): void {
  let openedForPaper: readonly HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    openedForPaper = [
      ...document.querySelectorAll<HTMLDetailsElement>('.findings:not([open]), .finding:not([open])'),
    ];
    for (const details of openedForPaper) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of openedForPaper) details.open = false;
  });
}
