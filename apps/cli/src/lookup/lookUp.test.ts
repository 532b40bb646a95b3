import { ok } from '@carrara/domain/kernel';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { listCalls } from '../lists/calls.ts';
import { withParameters } from './callParameters.ts';
import { lookUpAt, recordOfFilter, recordOfPath } from './lookUp.ts';

const run = (n: number, name: string) => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name,
  distributionDate: '2026-09-30',
  status: { code: 'DRAFT', description: 'Draft' },
});

/** A server with these distributions that supports search and pages. */
const serverOf = (all: readonly ReturnType<typeof run>[]) => ({
  server: 'http://carrara.example',
  client: {
    call: async (
      _endpoint: unknown,
      { query }: { query: { startPage: number; pageSize: number; searchQuery: string } },
    ) => {
      const found = all.filter(({ name }) => name.toLowerCase().includes(query.searchQuery.toLowerCase()));
      const from = (query.startPage - 1) * query.pageSize;
      return ok({ pageData: found.slice(from, from + query.pageSize), totalItemCount: found.length });
    },
  },
});
const find = (all: readonly ReturnType<typeof run>[], text: string) =>
  lookUpAt(serverOf(all) as unknown as Parameters<typeof lookUpAt>[0])('distribution', text);

const others = Array.from({ length: 2500 }, (_, at) => run(at, `Q3 2026 carry, draft ${at}`));

it('finds a name among any number of similar ones', async () => {
  const expected = run(9999, 'Q3 2026 carry');
  expect(await find([...others, expected], 'q3 2026 Carry')).toEqual({
    record: { id: expected.id, name: expected.name },
  });
});

it('lists every distribution with a shared name', async () => {
  const [first, other] = [run(9998, 'Q3 2026 carry'), run(9999, 'Q3 2026 carry')];
  expect(await find([first, ...others, other], 'Q3 2026 carry')).toEqual({
    reason: `2 records are called 'Q3 2026 carry'; use the id of one:\n  ${first.id}  2026-09-30  Draft  –\n  ${other.id}  2026-09-30  Draft  –`,
  });
});

it('says if nothing has the name, and suggests similar ones', async () => {
  expect(await find([run(1, 'Q2 2026 carry'), run(2, 'Year end')], 'Q3 2026 cary')).toEqual({
    reason: "there is no distribution called 'Q3 2026 cary'; did you mean 'Q2 2026 carry'?",
  });
  expect(await find([], 'None')).toEqual({ reason: "there is no distribution called 'None'" });
});

it('recognizes the subject of a path or a filter', () => {
  expect(recordOfPath('/api/carry/fund/:id/investment')).toBe('fund');
  expect(recordOfPath('/api/carry/participantEntity/:id/allocations')).toBe('entity');
  expect(recordOfPath('/api/carry/participant/:id/accountEntries')).toBe('participant');
  expect(recordOfPath('/api/carry/vintage/:id/transaction')).toBe('vintage');
  expect(recordOfPath('/api/activity/:id')).toBeUndefined();
  expect([recordOfFilter('fundId'), recordOfFilter('sectorId'), recordOfFilter('status')]).toEqual([
    'fund',
    'reference:sector',
    undefined,
  ]);
});

it('describes the record in a path by its title, not by its internal name', () => {
  const described = [...listCalls.values()].flatMap((call) =>
    withParameters(new Command(), call).options.flatMap(({ long, description }) =>
      description.startsWith('the ') ? [`${long} ${description}`] : [],
    ),
  );
  expect(described).toContain('--comp-employee the employee');
  expect(described).toContain('--fund the fund');
});
