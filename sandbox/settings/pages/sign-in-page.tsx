/** @jsxRuntime automatic @jsxImportSource preact */
import { SETTINGS_PREFIX } from '../prefix.js';
import { Field } from './field.js';
import { Form } from './form.js';
import { type Frame, pageHtml } from './layout.js';

/** The page that asks who it is. @param refused the e-mail that was entered, where it or its password is wrong */
export function signInPage(frame: Frame, refused?: string): string {
  const isProblem = refused !== undefined;
  return pageHtml({
    frame: { ...frame, visitor: undefined },
    heading: 'Sign in',
    isProblem,
    children: (
      <>
        {isProblem && (
          <div role="alert" class="problems">
            <p>The e-mail or the password is wrong.</p>
          </div>
        )}
        <Form frame={frame} action={`${SETTINGS_PREFIX}/sign-in`}>
          <Field
            name="email"
            label="E-mail"
            input={{ type: 'email', autocomplete: 'username', value: refused ?? '', required: true }}
          />
          <Field
            name="password"
            label="Password"
            input={{ type: 'password', autocomplete: 'current-password', required: true }}
          />
          <button type="submit">Sign in</button>
        </Form>
      </>
    ),
  });
}
