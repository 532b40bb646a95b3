import type { RealizationRecord } from '@carrara/contract/carry/run/realizationRecord';
import { valueText } from '@carrara/ui/value/valueText.ts';
import type { OwnMoves } from '../../../record/profile/Moves.tsx';
import { undoText } from '../../../record/run/undoText.ts';
import { realizationPath } from './addresses.ts';

/** Adds to the moves of the lifecycle: the amount in confirmations, and the location of the reversal. */
export function ownMoves(
  { name, currency, totalAccrued, reversalOf }: RealizationRecord,
  today: string,
): OwnMoves<'realization'> {
  const total = [currency?.code, valueText('money', totalAccrued)].filter(Boolean).join(' ');
  return {
    postRealization: {
      question: {
        text: `Accrue ${total} to the participants’ accounts? ${undoText({ reversalOf })}`,
      },
    },
    reverseRealization: {
      dialog: {
        initial: { name: `Reversal of ${name}`, realizationDate: today, description: null },
        more: () => 'This creates a draft for someone else to post. Nothing changes until it is posted.',
      },
      message: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => realizationPath(mirror.id),
    },
  };
}
