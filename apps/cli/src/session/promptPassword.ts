import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandStop } from '../run/commandStop.ts';
import type { World } from '../run/world.ts';

/** Reads a password: typed at a terminal, which doesn't display it, or all of standard input. */
export async function promptPassword(
  { input, errors }: Pick<World, 'input' | 'errors'>,
  question: string,
): Promise<string> {
  if (!input.isTTY) return (await text(input)).replace(/\r?\n$/, '');
  errors.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new CommandStop('stopped', 'stopped.')));
      lines.once('close', () => reject(new CommandStop('misused', 'No password was entered.')));
    });
  } finally {
    lines.close();
    errors.write('\n');
  }
}
