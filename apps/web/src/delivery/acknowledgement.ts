import { usualWording } from '@carrara/domain/platform/acknowledgement';

/** What a release begins with: recipients acknowledge, in the usual words. */
export const usualAcknowledgement = { asksAcknowledgement: true, wording: usualWording } as const;

/** What was asked of an acknowledgement, as a call takes it; without words the usual ones. */
export const acknowledgementOf = (asked: Readonly<Record<string, unknown>>) => {
  const { asksAcknowledgement, wording } = { ...usualAcknowledgement, ...asked };
  return { asksAcknowledgement: asksAcknowledgement === true, wording: String(wording ?? '').trim() || usualWording };
};
