import type { ComponentChildren } from 'preact';

interface ScrollingTextProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Preformatted text that scrolls if it is too long or too wide, also by keyboard. */
export function ScrollingText({ label, children }: ScrollingTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <pre role="group" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
