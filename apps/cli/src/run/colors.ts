import type { Output, World } from './world.ts';

/** Makes text bold on a terminal, unless NO_COLOR is set. */
export const boldStyle = ({ environment }: Pick<World, 'environment'>, output: Output): ((text: string) => string) =>
  output.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
    ? (text) => `\u001b[1m${text}\u001b[22m`
    : (text) => text;
