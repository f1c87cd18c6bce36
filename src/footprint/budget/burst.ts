/** The parts of an answer that show how its request fared. */
interface Answer {
  readonly status: number;
  header(name: string): string | undefined;
}

/** Requests after the first 429 of a burst: it matters whether they pass. */
const beyond = 2;

/**
 * Sends requests one after another until the target answers 429, and two more. If the target doesn't enforce the limit,
 * it sends a few more than the limit, to show that.
 * @param send sends one request
 * @param limit how many should pass
 * @param mayGoOn called before each request: whether there is still time
 */
export async function inTurn<Each extends Answer>(
  send: () => Promise<Each>,
  limit: number,
  mayGoOn: () => boolean,
): Promise<readonly Each[]> {
  const answers: Each[] = [];
  let left = limit + 5;
  for (; left > 0 && mayGoOn(); left -= 1) {
    const answer = await send();
    answers.push(answer);
    if (answer.status === 429 && left > beyond + 1) left = beyond + 1;
  }
  return answers;
}

/** Requests sent in a row to one operation with one key, and how they fared. */
export class Burst<Each extends Answer> {
  /** In the order in which the requests were sent. */
  readonly answers: readonly Each[];

  constructor(answers: readonly Each[]) {
    this.answers = answers;
  }

  /** The first answer 429. */
  get rejected(): Each | undefined {
    return this.answers.find(({ status }) => status === 429);
  }

  /** How many requests passed before the first refusal. */
  get passed(): number {
    const first = this.answers.findIndex(({ status }) => status === 429);
    return first === -1 ? this.answers.length : first;
  }

  /** The exchange for a reader: the first 429, or the last answer if there is none. */
  get exchange(): Each {
    const last = this.rejected ?? this.answers.at(-1);
    if (last === undefined) throw new Error('The burst has no requests.');
    return last;
  }

  /** The burst in a few lines: `requests 1 to 50: status 200, remaining 49 to 0`. */
  get trail(): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (const [index, { status }] of this.answers.entries()) {
      if (this.answers[index + 1]?.status === status) continue;
      lines.push(this.#line(start, index));
      start = index + 1;
    }
    return lines.length > longestTrail
      ? [...lines.slice(0, longestTrail), `and ${lines.length - longestTrail} more changes`]
      : lines;
  }

  #line(from: number, to: number): string {
    const remaining = [from, to].map((index) => this.answers[index]?.header('x-ratelimit-remaining') ?? '?');
    const [which, left] =
      from === to
        ? [`request ${from + 1}`, remaining[0]]
        : [`requests ${from + 1} to ${to + 1}`, remaining.join(' to ')];
    return `${which}: status ${this.answers[from]?.status}, remaining ${left}`;
  }
}

const longestTrail = 12;
