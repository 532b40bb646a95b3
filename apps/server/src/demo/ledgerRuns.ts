import { err } from '@carrara/domain/kernel';
import { ledgerRunTypes, type LedgerRunType } from '@carrara/domain/carry/ledgerRun';
import type { RequestContext } from '../core/operations.ts';
import { dayAfter, type Firm, type Happening, latest } from './firm.ts';
import type { DemoPersonKey } from './people.ts';
import { type PastRun, sourcesOf } from './runs.ts';

/** A past ledger run: the participants, the sources, the amounts, and its final status. */
export interface PastLedgerRun {
  readonly name: string;
  readonly type: LedgerRunType;
  readonly date: string;
  readonly description: string;
  readonly state: 'POSTED' | 'SUB' | 'DRAFT';
  readonly lines: readonly (Pick<PastRun['sources'][number], 'type' | 'code'> & {
    /** Absent for everybody with escrow there. */
    readonly participant?: string;
    /** For an opening. */
    readonly accrued?: string;
    readonly distributed?: string;
    readonly escrow?: string;
    /** Absent in a release for the full amount. */
    readonly asked?: string;
  })[];
}

async function bodyOf(
  { book }: Firm,
  context: RequestContext,
  { name, type, date, description, lines }: PastLedgerRun,
) {
  const sources = await sourcesOf(context, { sources: lines.map((line) => ({ ...line, amount: '0', mix: 'exit' })) });
  return {
    name,
    type: { code: type, description: ledgerRunTypes[type] },
    runDate: date,
    description,
    lines: lines.map(({ participant, accrued, distributed, escrow, asked }, at) => ({
      ...(participant ? { participant: { id: book.id('participant', participant) } } : {}),
      source: { id: sources[at]?.id ?? '' },
      accrued,
      distributed,
      escrow,
      asked,
    })),
  };
}

/**
 * Plays opening balances, escrow releases and clawbacks: entered and posted by the accountant, approved by the
 * administrator.
 */
export function enter(firm: Firm, runs: readonly PastLedgerRun[]): Happening[] {
  const { cast, operations } = firm;
  const { saveLedgerRun, submitLedgerRun, approveLedgerRun, postLedgerRun } = operations.ledgerRun;
  return runs.flatMap((run) => {
    let saved: { readonly id: string; readonly rowVersion: number } | undefined;
    const step = (
      who: DemoPersonKey,
      days: number,
      act: (context: RequestContext) => ReturnType<typeof saveLedgerRun>,
    ): Happening => ({
      day: dayAfter(latest(run.date, firm.opened), 10 + days),
      who,
      act: async (context) => {
        const done = await act(context);
        if (done.isErr()) return err(done.error);
        saved = done.value;
        return done;
      },
    });
    const move = (perform: typeof submitLedgerRun) => (context: RequestContext) =>
      perform(context, { params: { id: saved?.id ?? '' }, body: { rowVersion: saved?.rowVersion ?? 0 } });
    const steps = [
      step(cast.accountant, 0, async (context) => saveLedgerRun(context, { body: await bodyOf(firm, context, run) })),
      step(cast.accountant, 1, move(submitLedgerRun)),
      step('administrator', 2, move(approveLedgerRun)),
      step(cast.accountant, 3, move(postLedgerRun)),
    ];
    return steps.slice(0, { DRAFT: 1, SUB: 2, POSTED: steps.length }[run.state]);
  });
}
