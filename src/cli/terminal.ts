/** The surroundings of a command. */
export interface Terminal {
  /** The folder in which `.env.NAME`, `targets` and the specs lie. */
  readonly root: string;
  readonly environment: NodeJS.ProcessEnv;
  /** Whether a person is there to answer questions. */
  readonly isTerminal: boolean;
  /** Writes a line to standard output. */
  readonly print: (line: string) => void;
  /** Writes a sentence to standard error. */
  readonly complain: (sentence: string) => void;
}
