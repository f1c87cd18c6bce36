import { filterRequirements, showViews } from './views.js';

/** The scripts of a page that can also be read without them. */
try {
  copyCommands();
  showViews(filterRequirements());
} catch (error) {
  // Showing all views together is better than showing none.
  document.documentElement.classList.remove('scripted');
  throw error;
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
