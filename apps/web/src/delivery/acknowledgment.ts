import { acknowledgmentFields, defaultWording } from '@carrara/domain/platform/acknowledgment';
import type { FormDialogOptions } from '../record/editor/FormDialog.tsx';

/** The defaults of a release: recipients acknowledge, with the standard text. */
const usualAcknowledgment = { requiresAcknowledgment: true, wording: defaultWording } as const;

/** The questions of a release dialog. The text is hidden if recipients don't have to acknowledge it. */
export const acknowledgmentQuestions = {
  fields: acknowledgmentFields,
  initial: usualAcknowledgment,
  fieldOf: (name, field, { values }) =>
    name === 'wording' && values['requiresAcknowledgment'] !== true ? { ...field, readOnly: true } : field,
} satisfies Pick<FormDialogOptions, 'fields' | 'initial' | 'fieldOf'>;

/** Converts the acknowledgment choices of a dialog to the input of a call. A blank text becomes the standard one. */
export const acknowledgmentInput = (values: Readonly<Record<string, unknown>>) => {
  const { requiresAcknowledgment, wording } = { ...usualAcknowledgment, ...values };
  return {
    requiresAcknowledgment: requiresAcknowledgment === true,
    wording: String(wording ?? '').trim() || defaultWording,
  };
};
