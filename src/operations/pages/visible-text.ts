import type { Page } from '@playwright/test';

/** The text of a page that a reader sees, including the shadow trees of its components. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate<string>(reader);
}

/** It runs in the page, for which the suite has no types. */
const reader = `(() => {
  const texts = [document.body?.innerText ?? ''];
  const readRoots = (tree) => {
    for (const { shadowRoot } of tree.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      for (const child of shadowRoot.children) texts.push(child.innerText ?? '');
      readRoots(shadowRoot);
    }
  };
  readRoots(document);
  return texts.join('\\n');
})()`;
