import { Command, CommanderError } from 'commander';
import { exitCode } from './exitCode.ts';

interface Entry {
  readonly summary: string;
  /** Adds the subcommands, with all that they stand on. */
  readonly load: () => Promise<(command: Command) => void>;
}

/** The help is made of this table alone; a command is loaded only when it is asked for, so that a small calculation waits for no other part. */
const commands: Readonly<Record<string, Entry>> = {
  admin: {
    summary: 'Manage the installation.',
    load: async () => (await import('./commands/admin.ts')).addAdmin,
  },
  audit: {
    summary: 'Prove that nothing was changed.',
    load: async () => (await import('./commands/audit.ts')).addAudit,
  },
  backup: {
    summary: 'Back up an installation, check a backup, restore one.',
    load: async () => (await import('./commands/backup.ts')).addBackup,
  },
  calc: {
    summary:
      'Compute a figure offline, with the functions that the server and the web use: JSON on standard input, JSON on standard output.',
    load: async () => (await import('./commands/calc.ts')).addCalc,
  },
  export: {
    summary: 'Save what the product makes as files.',
    load: async () => (await import('./commands/export.ts')).addExport,
  },
  import: {
    summary: 'Import files.',
    load: async () => (await import('./commands/import.ts')).addImport,
  },
  report: {
    summary: 'Save reports as Excel, PDF, CSV or JSON.',
    load: async () => (await import('./commands/report.ts')).addReport,
  },
};

const program = new Command('carrara')
  .description('Carried interest, fund performance reporting and compensation, from the command line.')
  .showHelpAfterError('(carrara --help lists the commands)');
const [first, second] = process.argv.slice(2);
const asked = first === 'help' ? second : first;
for (const [name, { summary, load }] of Object.entries(commands)) {
  const command = program.command(name).description(summary);
  if (name === asked) (await load())(command);
}

// A reader that has seen enough (head) closes the pipe: that is no failure of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCode.done);
  throw error;
});

try {
  throwInsteadOfExit(program);
  await program.parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.misused;
}

/** Commander would leave with 1 on wrong use; 1 means that a rule refused. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
