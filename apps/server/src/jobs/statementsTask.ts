import { payStatementStore, statementsAt } from '@carrara/adapters/postgres/compensation/statement/payStatements';
import { payStatementLifecycle, statementFailures } from '@carrara/domain/compensation/statement';
import { err, ok } from '@carrara/domain/kernel';
import { reserveSpace } from '../files/storeFiles.ts';
import {
  printedRelease,
  type ReleasePorts,
  releasePrinted,
  removePdfs,
  statementFacts,
  storedPdfs,
} from '../concepts/compensation/releaseStatement.ts';
import { statementInputs } from '../concepts/compensation/statementInputs.ts';
import { draftStatements } from '../usecases/compensation/payStatement.ts';
import type { RequestContext } from '../core/operations.ts';
import type { TaskKind, TaskResult, TaskControl } from '../core/taskKind.ts';

interface StatementsRequest {
  readonly year: number;
  /** Null for all visible employees. */
  readonly employees: readonly string[] | null;
  /** Text to acknowledge. Null if none. */
  readonly wording: string | null;
}
/** Returns the requested drafts with their inputs. */
async function releasable({ tx }: RequestContext, { year, employees }: StatementsRequest, ports: ReleasePorts) {
  const drafts = await statementsAt(tx, { year, status: payStatementLifecycle.initial, employees });
  const employeeIds = drafts.map(({ employeeId }) => employeeId);
  const people = new Map(
    (await statementInputs(tx, employeeIds, year, ports)).map((person) => [person.employeeId, person]),
  );
  const ids = drafts.map(({ id }) => id);
  const stored = new Map((await payStatementStore.loadMany(tx, ids)).map((draft) => [draft.id, draft]));
  return drafts.flatMap(({ id, employeeId }) => {
    const [draft, person] = [stored.get(id), people.get(employeeId)];
    return draft && person ? [{ draft, person }] : [];
  });
}

/**
 * Releases the drafts. Those that can't be printed, or changed while the PDFs were created and stored without a
 * connection, stay drafts and are listed.
 */
async function releaseAll(
  { read, act }: TaskControl,
  request: StatementsRequest,
  ports: ReleasePorts,
  onProgress: TaskControl['onProgress'],
) {
  const prepared = await read(async (context) => {
    const drafts = await releasable(context, request, ports);
    const facts = await statementFacts(context);
    return ok(new Map(drafts.map(({ draft, person }) => [draft.id, printedRelease(facts, draft, person)])));
  });
  if (prepared.isErr()) return err(prepared.error);
  const total = prepared.value.size;
  if (total === 0) return ok({ remarks: ['There are no drafts for this year to release.'] });
  onProgress(0, total);
  const printed = await storedPdfs(read, prepared.value, ports, (done) => onProgress(done, total));
  if (printed.isErr()) return err(printed.error);
  const { pdfs, refusals } = printed.value;
  const released = await act(async (context) => {
    const facts = await statementFacts(context);
    const remarks = refusals.map(({ detail }) => detail);
    const used = new Set<string>();
    const sizeBytes = [...pdfs.values()].reduce((sum, pdf) => sum + pdf.sizeBytes, 0);
    const room = await reserveSpace(context.tx, ports.storage, { sizeBytes });
    if (room.isErr()) return err(room.error);
    for (const { draft, person } of await releasable(context, request, ports)) {
      const pdf = pdfs.get(draft.id);
      if (!pdf) continue;
      const how = { rowVersion: draft.rowVersion, wording: request.wording };
      const release = await releasePrinted({ tx: context.tx, ...facts }, draft, person, how, pdf);
      if (release.isOk()) used.add(draft.id);
      else if (release.error.every(({ code }) => code === 'STALE_VERSION'))
        remarks.push(...release.error.map(({ detail }) => detail));
      else return err(release.error);
    }
    return ok({ remarks, used });
  });
  // After an exception, it is unknown if rows name the files, so they stay, and the sweep will find unused ones.
  const isUsed = (id: string) => released.isOk() && released.value.used.has(id);
  await removePdfs(ports.storage, new Map([...pdfs].filter(([id]) => !isUsed(id))));
  return released.map(({ remarks }) => ({ remarks }));
}

/** Drafts or releases the statements of many people in one transaction, all or none. */
export const statementsTask = (ports: ReleasePorts): TaskKind => ({
  permission: 'pay.edit',
  async prepare({ today }, { act: actName, year, employees = '', wording = '' }) {
    const request: StatementsRequest = {
      year: Number(year),
      employees: employees === '' ? null : employees.split(' '),
      wording: wording === '' ? null : wording,
    };
    const wrong = statementFailures({ year: request.year, isOwn: false, hireDate: null }, today);
    if (wrong.length > 0) return err(wrong);
    return ok(async (working) => {
      const report = (done: number, total: number) => {
        working.signal.throwIfAborted();
        working.onProgress(done, total);
      };
      return actName === 'draft'
        ? working.act<TaskResult>(async (context) =>
            (await draftStatements(context, request, report)).map((remarks) => ({ remarks })),
          )
        : releaseAll(working, request, ports, report);
    });
  },
});
