/** The exit codes and their causes; the guide to the command line has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done.' },
  refused: { code: 1, meaning: 'Refused: by a rule, for lack of permission, or because an audit found a difference.' },
  misused: { code: 2, meaning: 'Not understood: incorrect usage, malformed input, or a batch file with errors.' },
  notSignedIn: { code: 3, meaning: 'Not signed in, or the session has ended.' },
  unreachable: { code: 4, meaning: 'The server doesn’t respond, or it isn’t Carrara.' },
  partly: { code: 5, meaning: 'Partly done: some files of a batch or some letters couldn’t be created.' },
  notWritten: {
    code: 6,
    meaning: 'A file couldn’t be written: it exists, the folder isn’t writable, or the disk is full.',
  },
  stopped: { code: 130, meaning: 'Stopped with Ctrl-C. No partial file is left.' },
} as const;

export type Outcome = keyof typeof exitCodes;

export const exitCode = Object.fromEntries(Object.entries(exitCodes).map(([name, { code }]) => [name, code])) as {
  readonly [O in Outcome]: (typeof exitCodes)[O]['code'];
};
