import { Command, CommanderError } from 'commander';
import { exitCode } from './exitCode.ts';

/** Each command is loaded only when it is asked for: an offline calculation does not wait for the database's client. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  admin: async () => (await import('./commands/admin.ts')).adminCommand(),
  audit: async () => (await import('./commands/audit.ts')).auditCommand(),
  backup: async () => (await import('./commands/backup.ts')).backupCommand(),
  calc: async () => (await import('./commands/calc.ts')).calcCommand(),
  export: async () => (await import('./commands/export.ts')).exportCommand(),
  import: async () => (await import('./commands/import.ts')).importCommand(),
};

const program = new Command('carrara')
  .description('Carried interest, fund performance reporting and compensation, from the command line.')
  .showHelpAfterError('(carrara --help lists the commands)');
const asked = commands[process.argv[2] ?? ''];
for (const load of asked ? [asked] : Object.values(commands)) program.addCommand(await load());

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
