import { defineFields } from '@carrara/contract/core/fields';
import {
  initialLetterTemplate,
  type LetterPart,
  type LetterTemplate,
  letterTemplateFailures,
} from '@carrara/domain/carry/letterTemplate';

const text = (title: string, help?: string) =>
  ({ kind: 'longText', title, max: 2000, ...(help === undefined ? {} : { help }) }) as const;

/** The texts of letters, in the order of a page. */
export const letterFields = defineFields({
  senderAddress: text('Your address', 'Printed below your firm’s name. Put each part of the address on its own line.'),
  salutation: { kind: 'text', title: 'Salutation', required: true, max: 2000 },
  distribution: {
    ...text('Distribution letter', 'States the amount, the payment date and the account.'),
    required: true,
  },
  release: text('Escrow release letter'),
  reversal: text('Reversal letter'),
  unvested: text('Unvested carry', 'Added only if part of the gross amount hasn’t vested.'),
  closing: text('Closing'),
  contact: {
    kind: 'text',
    title: 'Contact',
    max: 2000,
    help: 'Such as a name, an e-mail address or a telephone number.',
  },
  signature: text('Signature'),
});

export const letterParts = Object.keys(letterFields) as readonly LetterPart[];

/** Returns the template from the input. */
export const typedTemplate = (values: Readonly<Record<string, unknown>>): LetterTemplate =>
  Object.fromEntries(
    (Object.keys(initialLetterTemplate) as LetterPart[]).map((part) => [part, String(values[part] ?? '')]),
  ) as Record<LetterPart, string>;

/** The first reason at each field why the template can't be saved. */
export const checkTemplate = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    letterTemplateFailures(typedTemplate(values))
      .filter(({ code }) => code !== 'REQUIRED')
      .map(({ path, detail }) => [String(path[0]), detail] as const)
      .reverse(),
  );
