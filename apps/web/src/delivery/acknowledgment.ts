import { usualWording } from '@carrara/domain/platform/acknowledgment';

/** The defaults of a release: recipients acknowledge, with the standard text. */
export const usualAcknowledgment = { asksAcknowledgment: true, wording: usualWording } as const;

/** Converts the acknowledgment choices of a dialog to the input of a call. A blank text becomes the standard one. */
export const acknowledgmentOf = (values: Readonly<Record<string, unknown>>) => {
  const { asksAcknowledgment: requiresAcknowledgment, wording } = { ...usualAcknowledgment, ...values };
  return { asksAcknowledgment: requiresAcknowledgment === true, wording: String(wording ?? '').trim() || usualWording };
};
