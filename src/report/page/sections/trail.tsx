import { shortText } from '../../../http/visible-text.js';
import type { ModelStep, TrailStep } from '../../../verdicts/finding.js';
import { Scrollable } from './view.js';

/** The steps before a finding: polls and steps in words, commands of a model with its state next to the target's. */
export function Trail({ trail }: { readonly trail: readonly TrailStep[] }) {
  const said = trail.filter((step) => typeof step === 'string');
  const played = trail.filter((step) => typeof step !== 'string');
  return (
    <>
      <h4>What led there</h4>
      {said.length > 0 && (
        <ol class="trail">
          {said.map((step, index) => (
            <li key={index}>{shortText(step)}</li>
          ))}
        </ol>
      )}
      {played.length > 0 && <Commands steps={played} />}
    </>
  );
}

function Commands({ steps }: { readonly steps: readonly ModelStep[] }) {
  return (
    <Scrollable label="Commands of the model">
      <table>
        <thead>
          <tr>
            <th scope="col">Command and answer</th>
            <th scope="col">The model holds for possible</th>
            <th scope="col">The target shows</th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ did, model, read }, index) => (
            <tr key={index}>
              <td>{shortText(did)}</td>
              <td>{states(model)}</td>
              <td>{states(read ?? 'as answered')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  );
}

/** The states of several things, one per line, so that the model's line up with the target's. */
function states(text: string) {
  return text.split('; ').map((state) => <div key={state}>{shortText(state)}</div>);
}
