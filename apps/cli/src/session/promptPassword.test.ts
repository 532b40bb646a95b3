import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { promptPassword } from './promptPassword.ts';

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const errors = new PassThrough();
  return { input, errors, output: () => String(errors.read() ?? '') };
}

it('never echoes a typed password', async () => {
  const { input, errors, output: displayed } = terminal();
  const answer = promptPassword({ input, errors }, 'Password: ');
  input.write('s3cret\r');
  expect([await answer, displayed()]).toEqual(['s3cret', 'Password: \n']);
});

it('treats Ctrl-C and Ctrl-D as no password', async () => {
  for (const [key, outcome] of [
    ['\u0003', 'stopped'],
    ['\u0004', 'misused'],
  ] as const) {
    const { input, errors } = terminal();
    const answer = promptPassword({ input, errors }, 'Password: ');
    input.write(key);
    await expect(answer).rejects.toMatchObject({ outcome });
  }
});

it('reads all of standard input except the last line break', async () => {
  expect(await promptPassword({ input: Readable.from(['a b\r\n']), errors: new PassThrough() }, '')).toBe('a b');
});
