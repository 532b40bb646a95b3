import type { Output, World } from './world.ts';

/** Bold on a terminal; nowhere with NO_COLOR, or where there is no terminal. */
export const boldOn = ({ environment }: Pick<World, 'environment'>, output: Output): ((text: string) => string) =>
  output.isTTY && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb'
    ? (text) => `\u001b[1m${text}\u001b[22m`
    : (text) => text;
