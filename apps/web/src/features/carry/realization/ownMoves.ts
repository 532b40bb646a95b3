import type { RealizationRecord } from '@carrara/contract/carry/realizationRecord';
import { valueText } from '@carrara/ui/value';
import type { OwnMoves } from '../../../record/Moves.tsx';
import { realizationPath } from './places.ts';

/** Adds to the moves of the lifecycle: the amount in confirmations, and the location of the reversal. */
export function ownMoves({ name, currency, totalAccrued }: RealizationRecord): OwnMoves<'realization'> {
  const total = [currency?.code, valueText('money', totalAccrued)].filter(Boolean).join(' ');
  return {
    postRealization: {
      question: {
        text: `Accrue ${total} to the accounts of its participants? From then on it can be undone by a reversal only.`,
      },
    },
    reverseRealization: {
      dialog: {
        initial: { name: `Reversal of ${name}`, realizationDate: null, description: null },
        more: () => 'It becomes a draft that somebody else posts; nothing moves before that.',
      },
      told: (mirror) => `${mirror.name} saved successfully`,
      to: (mirror) => realizationPath(mirror.id),
    },
  };
}
