import type { LedgerRunRecord } from '@carrara/contract/carry/run/ledgerRun';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { OwnMoves } from '../../../record/profile/Moves.tsx';
import { undoText } from '../../../record/run/undoText.ts';
import { withWarnings } from '../../../record/run/WarningList.tsx';
import { ledgerRunPath } from './addresses.ts';

/** Adds to the moves of the lifecycle: the amounts in confirmations, and the location of the reversal. */
export function ownMoves(run: LedgerRunRecord, today: string): OwnMoves<'ledgerRun'> {
  const sums = sumsOf(run);
  const confirmation = (text: string) => ({ question: { text: withWarnings(text, run.warnings) } });
  return {
    submitLedgerRun: confirmation(
      `Submit ${sums} for approval? A carry editor or administrator who didn’t edit or submit it has to approve it.`,
    ),
    approveLedgerRun: confirmation(`Approve ${sums}?`),
    postLedgerRun: confirmation(`Post ${sums}? ${undoText(run)}`),
    reverseLedgerRun: {
      dialog: {
        initial: { name: `Reversal of ${run.name}`, runDate: today, description: null },
        more: () => 'This creates a draft for someone else to approve. Nothing changes until it is posted.',
      },
      message: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => ledgerRunPath(mirror.id),
    },
  };
}

/** Returns a sentence with the amounts that a run posts. */
function sumsOf({ type, currency, ...run }: LedgerRunRecord): string {
  const money = (amount: string) => [currency?.code, valueText('money', amount)].filter(Boolean).join(' ');
  const sums: Readonly<Record<string, string>> = {
    OPENING: `${money(run.accrued)} accrued, ${money(run.distributed)} distributed and ${money(run.escrow)} held in escrow`,
    RELEASE: `the release of ${money(run.escrow)} from escrow`,
    CLAWBACK: `a clawback of ${money(run.escrow)} from escrow and ${money(run.clawback)} from accounts`,
  };
  return sums[type.code] ?? '';
}
