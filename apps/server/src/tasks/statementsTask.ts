import {
  payStatementStore,
  payStatementsOfYear,
  statementsAt,
} from '@carrara/adapters/postgres/compensation/payStatement';
import { noStatement } from '@carrara/contract/compensation/payStatement';
import { payStatementLifecycle, statementFailures } from '@carrara/domain/compensation/statement';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import { everyRow } from '../concepts/platform/ownerScope.ts';
import { drawnDraft, type ReleasePorts, releaseStatement } from '../concepts/compensation/releaseStatement.ts';
import { statementInputs } from '../concepts/compensation/statementInputs.ts';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { RequestContext } from '../operations.ts';
import type { TaskKind, Working } from './taskKind.ts';

interface Wanted {
  readonly year: number;
  /** Null: all in sight. */
  readonly employees: readonly string[] | null;
}
interface OfYear {
  readonly employeeId: string;
}

const everybodyHasOne =
  'Everybody has a statement of this year: drafts wait for their release, and a correction is drafted on the page of its employee.';

/** Drafts the statements of those who have none, or one that was withdrawn, and so none that stands. */
async function draftAll({ tx }: RequestContext, { year, employees }: Wanted, tell: Working['onProgress']) {
  const all: OfYear[] = [];
  for (const state of [noStatement.code, 'WDR' satisfies StateOf<typeof payStatementLifecycle>])
    all.push(...(await everyRow(tx, payStatementsOfYear, { year, state })));
  const without = all.filter(({ employeeId }) => employees === null || employees.includes(employeeId));
  tell(0, without.length);
  const status = payStatementLifecycle.initial;
  const values = without.map(({ employeeId }) => ({ employee: { id: employeeId }, year, message: null, status }));
  const saved = await payStatementStore.insertMany(tx, { operation: 'savePayStatement' }, values);
  if (saved.isErr()) return err([saved.error]);
  tell(without.length, without.length);
  return ok({ remarks: without.length === 0 ? [everybodyHasOne] : [] });
}

/** Releases the drafts; whose cannot be printed is named and stays one. */
async function releaseAll(
  context: RequestContext,
  { year, employees }: Wanted,
  ports: ReleasePorts,
  tell: Working['onProgress'],
) {
  const { tx } = context;
  const drafts = await statementsAt(tx, { year, status: 'DRAFT', employees });
  const people = await statementInputs(
    tx,
    drafts.map(({ employeeId }) => employeeId),
    year,
    ports,
  );
  const stored = await payStatementStore.loadMany(
    tx,
    drafts.map(({ id }) => id),
  );
  const [storedOf, personOf] = [
    new Map(stored.map((draft) => [draft.id, draft])),
    new Map(people.map((person) => [person.employeeId, person])),
  ];
  const asked = drafts.flatMap(({ id, employeeId }) => {
    const [draft, person] = [storedOf.get(id), personOf.get(employeeId)];
    return draft && person ? [{ draft, person }] : [];
  });
  const pdfAt = (at: number) => {
    const next = asked[at];
    const pdf = next && drawnDraft(context, next.draft, next.person, ports);
    // Nobody waits for it where the one before is refused.
    pdf?.catch(() => undefined);
    return pdf;
  };
  const remarks: string[] = [];
  tell(0, asked.length);
  let ahead = pdfAt(0);
  for (const [at, { draft, person }] of asked.entries()) {
    const pdf = ahead!;
    // Drawn beside this thread while this one is stored.
    ahead = pdfAt(at + 1);
    const released = await releaseStatement(context, draft, person, { rowVersion: draft.rowVersion }, ports, () => pdf);
    if (released.isErr()) {
      const isOfOne = released.error.every(({ code }) => code === 'NOT_PRINTABLE');
      if (!isOfOne) return err(released.error);
      remarks.push(...released.error.map(({ detail }) => detail));
    }
    tell(at + 1, asked.length);
  }
  return ok({ remarks: drafts.length === 0 ? ['There is no draft of this year to release.'] : remarks });
}

/** Drafts or releases the statements of many, in one transaction: all of them or none. */
export const statementsTask = (ports: ReleasePorts): TaskKind => ({
  permission: 'pay.edit',
  async prepare({ today }, { act: what, year, employees = '' }) {
    const wanted: Wanted = { year: Number(year), employees: employees === '' ? null : employees.split(' ') };
    const wrong = statementFailures({ year: wanted.year, isOwn: false }, today);
    if (wrong.length > 0) return err(wrong);
    return ok(async ({ act, onProgress, signal }) => {
      const tell = (done: number, total: number) => {
        signal.throwIfAborted();
        onProgress(done, total);
      };
      return act(
        async (context): Promise<Result<{ readonly remarks: readonly string[] }, Failures>> =>
          what === 'draft' ? draftAll(context, wanted, tell) : releaseAll(context, wanted, ports, tell),
      );
    });
  },
});
