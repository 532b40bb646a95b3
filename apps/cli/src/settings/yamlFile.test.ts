import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { batchSchema } from '../batch/batchFile.ts';
import { CommandStop } from '../run/commandStop.ts';
import { checkedYaml } from './yamlFile.ts';

/** Returns the errors of a batch file, without its name. */
async function errorsOf(text: string): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'yaml-'));
  const file = join(folder, 'batch.yaml');
  try {
    await writeFile(file, text);
    const { mistakes } = await checkedYaml(file, batchSchema);
    return mistakes.map((mistake) => mistake.text.slice(file.length + 1));
  } catch (error) {
    if (!(error instanceof CommandStop)) throw error;
    return error.details.map((detail) => detail.slice(file.length + 1));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const entry = 'reports:\n  - report: fund-overview\n';
const fields = 'a set of fields, such as { name: value }';
const levels = 'The file has more than 50 levels here. Write it with fewer.';

it.each([
  ['an empty file', '', `1:1: the file must be ${fields}`],
  ['a list for an entry', 'reports:\n  - [a]', `2:5 reports[1]: must be ${fields}`],
  ['a list for fields', `${entry}    parameters: [1]`, `3:5 reports[1].parameters: must be ${fields}`],
  [
    'fields for a value',
    `${entry}    parameters: { a: { b: 1 } }`,
    '3:19 reports[1].parameters.a: must be text, a number, or yes or no',
  ],
  [
    'a list for a name',
    `${entry}    parameters: { [a]: 1 }`,
    '3:19: A field’s name must be text, not a list or a set of fields. Change it.',
  ],
  [
    'an alias without an anchor',
    'reports: *x',
    '1:10: No value above has the anchor &x. Add the anchor, or write the value instead of *x.',
  ],
  [
    'aliases of aliases',
    `a: &a [x${',x'.repeat(20)}]\nb: &b [*a${',*a'.repeat(20)}]\nc: &c [*b${',*b'.repeat(20)}]\nreports: *c`,
    '4:10: Aliases (*name) repeat too many values. Write the values out.',
  ],
  ['a tab', 'reports:\n\t- report: x', '2:1: A tab can’t indent a line. Use spaces.'],
  ['a field twice', 'reports: []\nreports: []', '2:1: This field occurs twice. Remove one.'],
  ['2,000 levels', `reports: ${'['.repeat(2_000)}${']'.repeat(2_000)}`, `1:59: ${levels}`],
  ['20,000 unclosed levels', `reports: ${'['.repeat(20_000)}`, `1:59: ${levels}`],
])('refuses %s with its line and the next step', async (_title, text, sentence) =>
  expect(await errorsOf(text)).toEqual([sentence]),
);

it('keeps the digits of numbers that are too long for one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'yaml-'));
  const file = join(folder, 'batch.yaml');
  const numbers = ['123456789012345678901234567890', '12345678901234567.89', '1.50', '12'];
  try {
    await writeFile(file, `${entry}    parameters: { ${numbers.map((number, i) => `p${i}: ${number}`).join(', ')} }`);
    const { value } = await checkedYaml(file, batchSchema);
    expect(Object.values(value?.reports[0]?.parameters ?? {})).toEqual(numbers);
  } finally {
    await rm(folder, { recursive: true });
  }
});
