import { visibleText } from '../../../http/visible-text.js';
import { ScrollingText } from './scrolling-text.js';

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
