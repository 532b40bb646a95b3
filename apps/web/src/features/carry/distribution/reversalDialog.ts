import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { defineFields } from '@carrara/contract/core/fields';
import { openFormDialog } from '../../../record/FormDialog.tsx';
import type { Argument } from '../../../api/operations.ts';

const reversalFields = defineFields({
  name: { kind: 'text', title: 'Name' },
  distributionDate: { kind: 'date', title: 'Date', required: true },
  description: { kind: 'longText', title: 'Description' },
});

type ReversalBody = Argument<'reverseDistribution'>['body'];

/** Asks for the name and date of the mirror of a disbursed distribution. */
export const askReversal = (
  distribution: Distribution,
  reverse: (body: ReversalBody) => Promise<void>,
): Promise<boolean> =>
  openFormDialog({
    title: `Reverse ${distribution.name}`,
    fields: reversalFields,
    initial: { name: `Reversal of ${distribution.name}`, distributionDate: null, description: null },
    saveLabel: 'Reverse',
    more: () =>
      'It becomes a draft, which is not edited: one with a wrong name, date or description is deleted and made anew.',
    save: (values) => reverse(values as unknown as ReversalBody),
  });
