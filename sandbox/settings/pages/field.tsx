/** @jsxRuntime automatic @jsxImportSource preact */
import type { InputHTMLAttributes } from 'preact';

interface FieldProps {
  /** Its name, and its id in the page. */
  readonly name: string;
  readonly label: string;
  /** What kind of field it is. */
  readonly input: InputHTMLAttributes<HTMLInputElement>;
  readonly hint?: string;
  /** What is wrong with what was entered. */
  readonly problem?: string | undefined;
}

/** A field of a form with its label, its hint and what is wrong with it. */
export function Field({ name, label, input, hint, problem }: FieldProps) {
  const notes = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problem === undefined ? [] : [`${name}-problem`]),
  ];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <p id={`${name}-hint`} class="hint">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${name}-problem`} class="problem">
          {problem}
        </p>
      )}
      <input
        {...input}
        id={name}
        name={name}
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={notes.length === 0 ? undefined : notes.join(' ')}
      />
    </div>
  );
}
