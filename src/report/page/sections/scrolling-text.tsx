import type { ComponentChildren } from 'preact';

interface ScrollingTextProps {
  readonly label: string;
  readonly children: ComponentChildren;
}

/** Text on lines of its own that may be too long or too wide: it scrolls, by keyboard too. */
export function ScrollingText({ label, children }: ScrollingTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a stop of its own, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <pre role="group" tabIndex={0} aria-label={label}>
      {children}
    </pre>
  );
}
