/** @jsxRuntime automatic @jsxImportSource preact */
import type { KeyProblem, KeyRequest } from '../../domain/keys/key-request.js';
import { SETTINGS_PREFIX } from '../prefix.js';
import { Field } from './field.js';
import { Form } from './form.js';
import { type Frame, pageHtml } from './layout.js';

/** What is wrong with a form: with one of its fields, or with none of them. */
export type FormProblem = Pick<KeyProblem, 'message'> & Partial<KeyProblem>;

interface NewKeyForm {
  /** Under which it can be sent once. */
  readonly formId: string;
  readonly entered: KeyRequest;
  readonly problems: readonly FormProblem[];
}

/** The form for a new key (clause 5.3). */
export function newKeyPage(frame: Frame, { formId, entered, problems }: NewKeyForm): string {
  const problemOf = (name: keyof KeyRequest) => problems.find(({ field }) => field === name)?.message;
  return pageHtml({
    frame,
    heading: 'Add a key',
    isProblem: problems.length > 0,
    children: (
      <>
        {problems.length > 0 && <Problems problems={problems} />}
        <Form frame={frame} action={`${SETTINGS_PREFIX}/api-keys`}>
          <input type="hidden" name="form" value={formId} />
          <Field
            name="label"
            label="Label"
            input={{ type: 'text', autocomplete: 'off', value: entered.label, required: true }}
            problem={problemOf('label')}
          />
          <Field
            name="expirationDate"
            label="Expiration date (optional)"
            input={{ type: 'date', autocomplete: 'off', value: entered.expirationDate }}
            hint="The key is valid through the end of that day, in UTC."
            problem={problemOf('expirationDate')}
          />
          <button type="submit">Confirm</button>
        </Form>
      </>
    ),
  });
}

function Problems({ problems }: Pick<NewKeyForm, 'problems'>) {
  return (
    <div role="alert" class="problems">
      <p>No key was made:</p>
      <ul>
        {problems.map(({ field, message }) => (
          <li key={message}>{field === undefined ? message : <a href={`#${field}`}>{message}</a>}</li>
        ))}
      </ul>
    </div>
  );
}
