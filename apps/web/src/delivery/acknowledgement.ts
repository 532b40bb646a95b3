import { usualWording } from '@carrara/domain/platform/acknowledgement';

/** The defaults of a release: recipients acknowledge, with the standard text. */
export const usualAcknowledgement = { asksAcknowledgement: true, wording: usualWording } as const;

/** Converts the acknowledgement choices of a dialog to the input of a call. A blank text becomes the standard one. */
export const acknowledgementOf = (asked: Readonly<Record<string, unknown>>) => {
  const { asksAcknowledgement, wording } = { ...usualAcknowledgement, ...asked };
  return { asksAcknowledgement: asksAcknowledgement === true, wording: String(wording ?? '').trim() || usualWording };
};
