import type { Page } from '@playwright/test';

/** What a reader sees of a page, with what its components keep in trees of their own. */
export function visibleText(page: Page): Promise<string> {
  return page.evaluate<string>(reader);
}

/** It runs in the page, of which this side has no types. */
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
