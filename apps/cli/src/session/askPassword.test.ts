import { PassThrough, Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { promptPassword } from './askPassword.ts';

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  const errors = new PassThrough();
  return { input, errors, shown: () => String(errors.read() ?? '') };
}

it('shows nothing of a password that is typed', async () => {
  const { input, errors, shown: displayed } = terminal();
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

it('takes all of standard input but its last line end', async () => {
  expect(await promptPassword({ input: Readable.from(['a b\r\n']), errors: new PassThrough() }, '')).toBe('a b');
});
