/** The exit codes and their causes; the guide to the command line has the same table. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done.' },
  refused: { code: 1, meaning: 'Refused: a rule, a missing right, or an audit that found a difference.' },
  misused: { code: 2, meaning: 'Not understood: wrong use, malformed input, a batch that cannot be.' },
  notSignedIn: { code: 3, meaning: 'Not signed in, or the session has ended.' },
  unreachable: { code: 4, meaning: 'The server does not answer, or what answers there is not Carrara.' },
  partly: { code: 5, meaning: 'Partly done: some files of a batch or some letters could not be made.' },
  notWritten: {
    code: 6,
    meaning: 'A file could not be written: it exists, the folder takes none, or the disk is full.',
  },
  stopped: { code: 130, meaning: 'Stopped with Ctrl-C; no half file is left.' },
} as const;

export type Outcome = keyof typeof exitCodes;

/** The codes by name. */
export const exitCode = Object.fromEntries(Object.entries(exitCodes).map(([name, { code }]) => [name, code])) as {
  readonly [O in Outcome]: (typeof exitCodes)[O]['code'];
};
