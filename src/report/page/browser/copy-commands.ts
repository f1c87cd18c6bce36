const told = 2000;

/** Brings the buttons beside commands to life. */
export function copyCommands(): void {
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
      }, told);
    });
  }
}

/** @returns whether it is in the clipboard; where no page may write there, the text is selected at least */
async function copied(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return false;
  }
}
