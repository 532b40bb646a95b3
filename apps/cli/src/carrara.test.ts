import type { Command } from 'commander';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from './carrara.ts';
import { completionScripts, listCompletions, shells } from './commands/completion.ts';
import { commandTable } from './commandTable.ts';
import { exitCodes } from './run/exitCode.ts';
import { createWorld } from './run/world.ts';

const guide = readFileSync(new URL('../../../docs/user/command-line.md', import.meta.url), 'utf8');

describe('the command table', () => {
  let program: Command;
  beforeAll(async () => {
    program = await buildProgram(createWorld(), () => true);
  });

  const leaves = (command: Command): readonly Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

  it('has help with an example for each command', () => {
    const without = leaves(program).filter((command) => {
      let help = '';
      command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
      let parents = '';
      command.parent?.configureOutput({ writeOut: (text) => (parents += text) }).outputHelp();
      return !/\n {2}.*carrara /.test(help) && !/Example/.test(parents);
    });
    expect(without.map((command) => `${command.parent?.name()} ${command.name()}`)).toEqual([]);
  });

  it('accepts no secret as an argument', () => {
    const secrets = leaves(program).flatMap(({ options }) =>
      options.filter(({ long }) => /^--(password|token|secret|passphrase)$/.test(long ?? '')),
    );
    expect(secrets).toEqual([]);
  });

  it('matches the guide, with every exit code', () => {
    for (const name of Object.keys(commandTable)) expect(guide).toContain(`\`carrara ${name}`);
    for (const { code, meaning } of Object.values(exitCodes)) expect(guide).toContain(`| ${code} | ${meaning} |`);
  });

  it('completes commands, reports and options in bash', () => {
    const script = completionScripts.bash(listCompletions(program));
    const complete = (...args: readonly string[]) => {
      const call = `${script}\nCOMP_WORDS=(${args.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${args.length - 1}; _carrara; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['--norc', '-c', call], { encoding: 'utf8' }).stdout.trim().split('\n');
    };
    expect(complete('carrara', 'ba')).toEqual(['batch', 'backup']);
    expect(complete('carrara', 'report', 'distributions-by')).toContain('distributions-by-fund');
    expect(complete('carrara', 'report', 'distributions-by-fund', '--fo')).toEqual(['--format']);
    expect(complete('carrara', 'completion', '')).toEqual([...shells]);
  });

  it.each(shells)('contains every command and option in %s', (shell) => {
    const script = completionScripts[shell](listCompletions(program));
    for (const [path, completions] of listCompletions(program)) {
      expect(script).toContain(path);
      for (const { word } of completions) expect(script).toContain(word.replace(/^--/, ''));
    }
  });
});
