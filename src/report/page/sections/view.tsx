import type { ComponentChildren } from 'preact';

interface ViewProps {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** A part of the report that a script shows alone. */
export function View({ id, title, children }: ViewProps) {
  return (
    <section class="view" id={id} aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`} class="view-title">
        {title}
      </h1>
      {children}
    </section>
  );
}

/** A table that may be too wide for a small screen: it scrolls separately, also by keyboard. */
export function Scrollable({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ComponentChildren;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a tab stop, it can't be scrolled by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div class="scrollable" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
