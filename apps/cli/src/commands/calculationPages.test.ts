import { readdirSync, readFileSync } from 'node:fs';
import { calculate, calculators } from '@carrara/domain/calc';
import { describe, expect, it } from 'vitest';

const folder = new URL('../../../../docs/calculations/', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.md'));
const textOf = (file: string) => readFileSync(new URL(file, folder), 'utf8');

const EXAMPLE =
  /`carrara calc ([a-z-]+)` with\n\n```json\n([\s\S]*?)```\n\nanswers(, among other figures,)?\n\n```json\n([\s\S]*?)```/g;
const examples = files.flatMap((file) =>
  [...textOf(file).matchAll(EXAMPLE)].map(([, name, input, inPart, answer]) => ({
    file,
    name: name!,
    input: input!,
    isPart: inPart !== undefined,
    answer: answer!,
  })),
);

/** Pages about rules that no command computes alone. Their examples are tests next to the code. */
const WITHOUT_EXAMPLE = ['benchmark.md', 'coverage.md', 'look-through.md', 'not-covered.md'];

describe('the pages about calculations', () => {
  it.each(examples)('$file: the example of $name matches the code', ({ name, input, isPart, answer }) => {
    const { output } = calculate(calculators.find((calculator) => calculator.name === name)!, JSON.parse(input));
    if (isPart) expect(output).toMatchObject(JSON.parse(answer));
    else expect(output).toEqual(JSON.parse(answer));
  });

  it('have only JSON blocks that a test runs', () => {
    const blocks = files.flatMap((file) => textOf(file).match(/```json/g) ?? []);
    expect(blocks).toHaveLength(examples.length * 2);
  });

  it('have an example each, and one for every calculator', () => {
    expect(files.filter((file) => !examples.some((example) => example.file === file))).toEqual(WITHOUT_EXAMPLE);
    expect(new Set(examples.map(({ name }) => name))).toEqual(new Set(calculators.map(({ name }) => name)));
  });

  it('are all listed in the index, which links to nothing else', () => {
    const linked = [...textOf('README.md').matchAll(/\]\(([a-z-]+\.md)\)/g)].map(([, file]) => file!);
    expect([...new Set(linked)].sort()).toEqual(files.filter((file) => file !== 'README.md').sort());
  });

  it('state formula or rule, units and source', () => {
    for (const file of files.filter((name) => !['README.md', 'numbers.md', 'not-covered.md'].includes(name))) {
      expect(textOf(file), file).toMatch(/\*\*Units\.\*\*/);
      expect(textOf(file), file).toMatch(/\*\*Source\.\*\*/);
    }
  });
});
