import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import type { Answer, Argument } from '../../../api/operations.ts';
import { acknowledgmentInput, acknowledgmentQuestions } from '../../../delivery/acknowledgment.ts';
import { openFormDialog } from '../../../record/editor/FormDialog.tsx';

/** Asks how to release the letters of a distribution, and releases them. Resolves to the release, or to undefined if canceled. */
export async function confirmLetterRelease(
  name: string,
  /** A reason to reconsider, displayed above the questions. */
  warning: string | undefined,
  send: (body: NonNullable<Argument<'releaseLetters'>['body']>) => Promise<Answer<'releaseLetters'>>,
): Promise<string | undefined> {
  let released: string | undefined;
  await openFormDialog({
    title: `Release the letters of ${name}`,
    ...acknowledgmentQuestions,
    lead: () => (warning ? <Banner tone="warn">{warning}</Banner> : null),
    saveLabel: 'Release',
    save: async (_changed, all) => {
      const deliveries = await send(acknowledgmentInput(all));
      toastSuccess(
        deliveries.recipients === 1
          ? `Letter of ${name} released to one recipient.`
          : `Letters of ${name} released to ${String(deliveries.recipients)} recipients.`,
      );
      released = deliveries.id;
    },
  });
  return released;
}
