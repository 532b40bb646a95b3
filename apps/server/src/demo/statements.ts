import { everyRow } from '../core/ownerScope.ts';
import { payStatementsOfYear } from '@carrara/adapters/postgres/compensation/payStatement';
import { err } from '@carrara/domain/kernel';
import { usualWording } from '@carrara/domain/platform/acknowledgment';
import type { RequestContext } from '../core/operations.ts';
import type { TaskKind } from '../core/taskKind.ts';
import type { Firm, Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

export interface StatementFacts {
  /** Person who releases them. */
  readonly head: DemoPersonKey;
  readonly year: number;
  readonly day: string;
  /** A statement that was released again, with the date and message. */
  readonly again: { readonly code: string; readonly day: string; readonly message: string };
}

interface OfYear {
  readonly employeeId: string;
  readonly code: string | null;
}

/**
 * Plays the statements of a year, released when its awards are paid. One of them was released again. `task` drafts and
 * releases many at once.
 */
export function statements({ operations }: Firm, facts: StatementFacts, task: TaskKind): Happening[] {
  const { head, year, day, again } = facts;
  const { savePayStatement, releasePayStatement } = operations.payStatement;
  const ofAll = (act: 'draft' | 'release') => async (context: RequestContext) => {
    const prepared = await task.prepare(context, { act, year: String(year), wording: usualWording });
    if (prepared.isErr()) return err(prepared.error);
    const { signal } = new AbortController();
    return prepared.value({
      signal,
      onProgress: () => undefined,
      mayEnd: async () => undefined,
      ask: (work) => work(context),
      act: (work) => work(context),
    });
  };
  const releaseAgain = async (context: RequestContext) => {
    const rows: readonly OfYear[] = await everyRow(context.tx, payStatementsOfYear, { year });
    const employee = rows.find(({ code }) => code === again.code);
    if (!employee) throw new Error(`demo: ${again.code} has no pay in ${String(year)}`);
    const body = { employee: { id: employee.employeeId }, year, message: again.message };
    const drafted = await savePayStatement(context, { body });
    if (drafted.isErr()) return err(drafted.error);
    const { id, rowVersion } = drafted.value;
    const released = await releasePayStatement(context, {
      params: { id },
      body: { rowVersion, asksAcknowledgment: true, wording: usualWording },
    });
    return released.map(() => undefined);
  };
  return [
    { day, who: head, act: ofAll('draft') },
    { day, who: head, act: ofAll('release') },
    { day: again.day, who: head, act: releaseAgain },
  ];
}
