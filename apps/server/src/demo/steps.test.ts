import { callsByConcept } from '@carrara/contract/contract';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { programCalls } from './programCalls.ts';
import { demoFolders } from './seedDemo.ts';
import { actorNamed } from './stage.ts';
import { readFirm } from './steps.ts';

describe('a demo folder', () => {
  it.each(demoFolders)('contains only existing calls, people and files: %s', async (folder) => {
    const { steps, folder: path } = await readFirm(folder);
    const ofProgram = programCalls({} as never, {} as never);
    const isCall = (call: string) => {
      const [concept = '', name = ''] = call.split('.');
      return concept === 'program' ? name in ofProgram : callsByConcept[concept]?.[name] !== undefined;
    };
    const wrong = steps.filter(
      ({ call, from, file }) =>
        !isCall(call) || (from !== undefined && !isCall(from)) || (file !== undefined && !existsSync(join(path, file))),
    );
    expect(wrong).toEqual([]);
    for (const { by = 'program' } of steps) expect(() => actorNamed(by)).not.toThrow();
  });
});

describe('a table of steps', () => {
  let folder = '';
  afterEach(() => rm(folder, { recursive: true }));
  const read = async (table: string) => {
    folder = await mkdtemp(join(tmpdir(), 'carrara-demo-steps-'));
    const firm = `name: Larch\npurpose: a test\nsettings: {}\nload:\n  - { file: table.csv, by: accountant, call: fund.saveFund }\n`;
    await writeFile(join(folder, 'firm.yaml'), firm);
    await writeFile(join(folder, 'table.csv'), table);
    return (await readFirm(folder)).steps;
  };

  it('names fields by their paths and types, and continues lists', async () => {
    const [first, second] = await read(
      [
        'on,params.id ($fund),code,size (number),isOpen (yes/no),lines[].investor.id ($investor),lines[].amount,tags[]',
        '2024-01-15,LARCH,A,3,yes,OAK,1.00,red',
        ',,,,,ELM,2.00,',
        '2024-01-16,$coinvestment CO,B,,no,,,',
      ].join('\n'),
    );
    expect(first).toMatchObject({ on: '2024-01-15', by: 'accountant', call: 'fund.saveFund' });
    expect(first?.params).toEqual({ id: '$fund LARCH' });
    expect(first?.body).toEqual({
      code: 'A',
      size: 3,
      isOpen: true,
      lines: [
        { investor: { id: '$investor OAK' }, amount: '1.00' },
        { investor: { id: '$investor ELM' }, amount: '2.00' },
      ],
      tags: ['red'],
    });
    expect(second?.params).toEqual({ id: '$coinvestment CO' });
    expect(second?.body).toEqual({ code: 'B', isOpen: false });
  });

  it('is refused with its file and step if a step has no date', async () => {
    await expect(read('code,on\nA,2024-01-15\nB,soon')).rejects.toThrow(/table\.csv, step 2: .*/s);
  });
});
