import { defineFields } from '@carrara/contract/core/fields';
import { toastSuccess } from '@carrara/ui/feedback';
import type { Answer, Argument } from '../../../api/operations.ts';
import { openFormDialog } from '../../../record/FormDialog.tsx';

const fields = defineFields({
  asksAcknowledgement: { kind: 'boolean', title: 'Ask recipients to acknowledge it' },
  wording: { kind: 'longText', title: 'What they acknowledge' },
});
const wording = 'I have received this document and taken note of it.';

/** Asks how the letters of a distribution are released, and does it; answers the release, or undefined where it was given up. */
export async function askReleaseLetters(
  name: string,
  send: (body: NonNullable<Argument<'releaseLetters'>['body']>) => Promise<Answer<'releaseLetters'>>,
): Promise<string | undefined> {
  let released: string | undefined;
  await openFormDialog({
    title: `Release the letters of ${name}`,
    fields,
    initial: { asksAcknowledgement: true, wording },
    saveLabel: 'Release',
    save: async (_changed, all) => {
      const made = await send({
        asksAcknowledgement: all['asksAcknowledgement'] === true,
        wording: String(all['wording'] ?? '').trim() || wording,
      });
      toastSuccess(
        made.recipients === 1
          ? `Letter of ${name} released to one recipient.`
          : `Letters of ${name} released to ${String(made.recipients)} recipients.`,
      );
      released = made.id;
    },
  });
  return released;
}
