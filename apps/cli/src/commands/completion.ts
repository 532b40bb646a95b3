import { Argument, type Command } from 'commander';
import { act, withExamples } from '../run/act.ts';
import type { World } from '../run/world.ts';

/** A word to complete, with its description. */
interface Word {
  readonly word: string;
  readonly about: string;
}
/** The next words after `carrara`, `carrara report`, `carrara report distributions-by-fund`. */
export type Follow = ReadonlyMap<string, readonly Word[]>;

export const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** `carrara completion SHELL`: a script from the command table, with all subcommands and options. */
export function addCompletion(command: Command, world: World, whole: () => Promise<Command>): void {
  command.addArgument(new Argument('<shell>', 'which shell').choices([...shells]));
  withExamples(
    command,
    'source <(carrara completion bash)',
    'carrara completion zsh > "${fpath[1]}/_carrara"',
    'carrara completion fish > ~/.config/fish/completions/carrara.fish',
  );
  act(command, world, async (run, shell: Shell) => {
    await run.print(completionScripts[shell](listCompletions(await whole())));
  });
}

/** The words after each command. */
export function listCompletions(program: Command): Follow {
  const follow = new Map<string, readonly Word[]>();
  const walk = (command: Command, path: string) => {
    const completions = [
      ...command.commands.map((child) => ({ word: child.name(), about: child.description() })),
      ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map((word) => ({ word, about: '' }))),
      ...command.options.flatMap(({ long, description }) => (long ? [{ word: long, about: description }] : [])),
      { word: '--help', about: 'show usage and examples' },
    ];
    follow.set(path, completions);
    for (const child of command.commands) walk(child, `${path} ${child.name()}`);
  };
  walk(program, program.name());
  // Completes only the names of the shells, without the options that every command has.
  follow.set(
    'carrara completion',
    shells.map((word) => ({ word, about: '' })),
  );
  return follow;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const sentence = ({ about }: Word): string => about.split('\n')[0] ?? '';

export const completionScripts: Readonly<Record<Shell, (follow: Follow) => string>> = {
  bash: (follow) => `# carrara: source this file
_carrara() {
  local path=carrara word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break;; esac
    case "$path $word" in
${cases(follow, (path) => `      ${quoted(path)}) path=${quoted(path)};;`, 1)}
    esac
  done
  local candidates=
  case "$path" in
${cases(follow, (path, completions) => `    ${quoted(path)}) candidates=${quoted(completions.map(({ word }) => word).join(' '))};;`)}
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _carrara carrara`,
  zsh: (follow) => `#compdef carrara
_carrara() {
  local path=carrara word
  for word in "\${words[@]:1:$((CURRENT - 2))}"; do
    case "$word" in -*) break;; esac
    case "$path $word" in
${cases(follow, (path) => `      ${quoted(path)}) path=${quoted(path)};;`, 1)}
    esac
  done
  local -a follow
  case "$path" in
${cases(follow, (path, completions) => `    ${quoted(path)}) follow=(${completions.map((word) => quoted(`${word.word}:${sentence(word)}`)).join(' ')});;`)}
  esac
  _describe carrara follow || _files
}
compdef _carrara carrara`,
  fish: (follow) =>
    [
      `function __carrara_at
  set -l path carrara
  for word in (commandline -opc)[2..]
    string match -q -- '-*' $word; and break
    contains -- "$path $word" ${[...follow.keys()].slice(1).map(quoted).join(' ')}; and set path "$path $word"
  end
  test "$path" = "$argv"
end`,
      ...[...follow].flatMap(([path, completions]) =>
        completions.map((word) => {
          const flag = word.word.startsWith('--') ? `-l ${word.word.slice(2)}` : `-f -a ${word.word}`;
          const about = sentence(word);
          return `complete -c carrara -n ${quoted(`__carrara_at ${path}`)} ${flag}${about ? ` -d ${quoted(about)}` : ''}`;
        }),
      ),
    ].join('\n'),
};

const cases = (follow: Follow, line: (path: string, completions: readonly Word[]) => string, from = 0): string =>
  [...follow]
    .slice(from)
    .map(([path, completions]) => line(path, completions))
    .join('\n');
