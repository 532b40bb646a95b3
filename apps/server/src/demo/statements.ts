import { everyRow } from '../concepts/platform/ownerScope.ts';
import { payStatementsOfYear } from '@carrara/adapters/postgres/compensation/payStatement';
import { err, ok } from '@carrara/domain/kernel';
import type { RequestContext } from '../operations.ts';
import type { Firm, Happening } from './firm.ts';
import type { DemoPersonKey } from './people.ts';

export interface StatementFacts {
  /** Who releases them. */
  readonly head: DemoPersonKey;
  readonly year: number;
  readonly day: string;
  /** Whose statement was released again, when and with which message. */
  readonly again: { readonly code: string; readonly day: string; readonly message: string };
}

interface OfYear {
  readonly employeeId: string;
  readonly code: string | null;
}

/** The statements of a year, released when its awards are paid; one of them was released again. */
export function statements({ operations }: Firm, facts: StatementFacts): Happening[] {
  const { head, year, day, again } = facts;
  const { savePayStatement, releasePayStatement } = operations.payStatement;
  async function release(context: RequestContext, employeeId: string, message: string | null) {
    const drafted = await savePayStatement(context, { body: { employee: { id: employeeId }, year, message } });
    if (drafted.isErr()) return err(drafted.error);
    const { id, rowVersion } = drafted.value;
    return releasePayStatement(context, { params: { id }, body: { rowVersion } });
  }
  const releaseAll = async (context: RequestContext, message: string | null, isAsked: (row: OfYear) => boolean) => {
    const rows: readonly OfYear[] = await everyRow(context.tx, payStatementsOfYear, { year });
    for (const row of rows.filter(isAsked)) {
      const released = await release(context, row.employeeId, message);
      if (released.isErr()) return err(released.error);
    }
    return ok(undefined);
  };
  return [
    { day, who: head, act: (context) => releaseAll(context, null, () => true) },
    {
      day: again.day,
      who: head,
      act: (context) => releaseAll(context, again.message, ({ code }) => code === again.code),
    },
  ];
}
