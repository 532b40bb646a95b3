import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { commandTable } from './commandTable.ts';
import { exitCode } from './run/exitCode.ts';
import type { World } from './run/world.ts';

/** The program with all commands. Only the commands that `loaded` accepts have their options. */
export async function buildProgram(world: World, loaded: (name: string) => boolean): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('carrara')
    .description('Carried interest, fund performance reporting and compensation, from the command line.')
    .version(version, '--version', 'print the version')
    .configureOutput({
      writeOut: (text) => void world.output.write(text),
      writeErr: (text) => void world.errors.write(text),
    })
    .showHelpAfterError('(use --help for usage and examples)');
  for (const [name, { summary, load }] of Object.entries(commandTable)) {
    const command = program.command(name).description(summary);
    if (loaded(name)) (await load())(command, world, () => buildProgram(world, (other) => other !== name));
  }
  return program;
}

/** Runs the command line and sets `process.exitCode`. */
export async function carrara(args: readonly string[], world: World): Promise<void> {
  const [first, second] = args;
  const requested = first === 'help' ? second : first;
  const program = await buildProgram(world, (name) => name === requested);
  throwInsteadOfExit(program);
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? exitCode.done : exitCode.misused;
  }
}

/** Commander exits with 1 on wrong use, but 1 means that a rule refused. */
function throwInsteadOfExit(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) throwInsteadOfExit(child);
}
