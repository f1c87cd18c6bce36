const themes = ['as the system', 'light', 'dark'];
const remembered = 'conformance-report-theme';

/** Lets the reader choose between light, dark, and the system's theme. */
export function chooseTheme(): void {
  const button = document.getElementById('theme');
  if (button === null) return;
  let index = Math.max(themes.indexOf(recall() ?? ''), 0);
  const apply = () => {
    const theme = themes[index] ?? 'as the system';
    if (index === 0) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
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
