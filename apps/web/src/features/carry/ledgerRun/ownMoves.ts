import type { LedgerRunRecord } from '@carrara/contract/carry/ledgerRun';
import { valueText } from '@carrara/ui/value';
import type { OwnMoves } from '../../../record/Moves.tsx';
import { ledgerRunPath } from './places.ts';

/** Adds to the moves of the lifecycle: the amounts in confirmations, and the location of the reversal. */
export function ownMoves(run: LedgerRunRecord): OwnMoves<'ledgerRun'> {
  const said = sumsOf(run);
  return {
    submitLedgerRun: {
      question: {
        text: `Ask for the approval of ${said}? An editor or administrator of Carry who did not edit or submit it decides.`,
      },
    },
    approveLedgerRun: { question: { text: `Approve ${said}?` } },
    postLedgerRun: {
      question: { text: `Enter ${said} into the accounts? From then on it can be undone by a reversal only.` },
    },
    reverseLedgerRun: {
      dialog: {
        initial: { name: `Reversal of ${run.name}`, runDate: null, description: null },
        more: () => 'It becomes a draft that somebody else approves; nothing moves before it is posted.',
      },
      told: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => ledgerRunPath(mirror.id),
    },
  };
}

/** Returns a sentence with the amounts that a run posts. */
function sumsOf({ type, currency, ...run }: LedgerRunRecord): string {
  const money = (amount: string) => [currency?.code, valueText('money', amount)].filter(Boolean).join(' ');
  const sums: Readonly<Record<string, string>> = {
    OPENING: `${money(run.accrued)} accrued, ${money(run.distributed)} distributed and ${money(run.escrow)} held in escrow`,
    RELEASE: `the release of ${money(run.escrow)} of escrow`,
    CLAWBACK: `a clawback of ${money(run.escrow)} from escrow and ${money(run.clawback)} from accounts`,
  };
  return sums[type.code] ?? '';
}
