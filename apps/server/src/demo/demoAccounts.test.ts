import { expect, it } from 'vitest';
import { demoPeople } from './people.ts';
import { demoAccounts } from './seedDemo.ts';

it('lists the demo accounts in columns', () => {
  const [, ...lines] = demoAccounts().split('\n');
  const people = Object.values(demoPeople);
  expect(lines).toHaveLength(people.length);
  const columnsOf = (line: string, at: number) => {
    const { does, grants } = people[at]!;
    return [line.indexOf(`  ${does}  `), line.lastIndexOf(`  ${Object.keys(grants).join(', ')}`)];
  };
  const [first] = lines.map(columnsOf);
  for (const [at, line] of lines.entries()) expect(columnsOf(line, at), line).toEqual(first);
});
