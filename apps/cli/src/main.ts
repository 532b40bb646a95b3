import { Command, CommanderError } from 'commander';
import { adminCommand } from './commands/admin.ts';
import { auditCommand } from './commands/audit.ts';
import { calcCommand } from './commands/calc.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { exitCode } from './exitCode.ts';

const program = new Command('carrara')
  .description('Carried interest, fund performance reporting and compensation, from the command line.')
  .showHelpAfterError('(carrara --help lists the commands)')
  .addCommand(adminCommand())
  .addCommand(auditCommand())
  .addCommand(calcCommand())
  .addCommand(importCommand())
  .addCommand(exportCommand());

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
