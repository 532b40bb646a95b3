import { ok } from '@carrara/domain/kernel';
import { expect, it } from 'vitest';
import { distributionNamed } from './export.ts';

const run = (n: number, name: string) => ({
  id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  name,
  distributionDate: '2026-09-30',
  status: { code: 'DRAFT', description: 'Draft' },
});

/** A server with these distributions, which pages as asked. */
const serverOf = (all: readonly ReturnType<typeof run>[]) => ({
  call: async (_endpoint: unknown, { query }: { query: { startPage: number; pageSize: number } }) => {
    const from = (query.startPage - 1) * query.pageSize;
    return ok({ pageData: all.slice(from, from + query.pageSize), totalItemCount: all.length });
  },
});
const find = (all: readonly ReturnType<typeof run>[], text: string) =>
  distributionNamed(serverOf(all) as unknown as Parameters<typeof distributionNamed>[0], text);

const others = Array.from({ length: 2500 }, (_, at) => run(at, `Q3 2026 carry, draft ${at}`));

it('finds a name however many others are like it', async () => {
  const wanted = run(9999, 'Q3 2026 carry');
  expect((await find([...others, wanted], 'q3 2026 Carry'))._unsafeUnwrap()).toBe(wanted.id);
});

it('names every distribution of a name that several have, and says when none has it', async () => {
  const [one, other] = [run(9998, 'Q3 2026 carry'), run(9999, 'Q3 2026 carry')];
  const failure = (await find([one, ...others, other], 'Q3 2026 carry'))._unsafeUnwrapErr();
  expect(failure).toBe(
    `2 distributions are called 'Q3 2026 carry'; give the id of one:\n  ${one.id}  2026-09-30  Draft\n  ${other.id}  2026-09-30  Draft`,
  );
  const none = (await find(others, 'Q3 2026 carry'))._unsafeUnwrapErr();
  expect(none).toBe("there is no distribution called 'Q3 2026 carry'");
});
