import { fail, type Failures } from '../../kernel/index.ts';

/** The merge fields of letters, with their meanings. */
export const mergeFields = {
  name: 'Name of the recipient',
  firstName: 'First name, or the full name of a trust or entity',
  firm: 'Name of your firm',
  distribution: 'Name of the distribution or release',
  reversed: 'Name of the distribution or release that a reversal cancels',
  paymentDate: 'Payment date, such as November 28, 2026',
  gross: 'Gross amount with its currency',
  net: 'Net amount with its currency',
  deductions: 'Kinds of deductions, such as taxes and escrow',
  unvested: 'Part of the gross amount that is not vested',
  account: 'Last four digits of the bank account',
  contact: 'The contact below',
} as const;
type MergeField = keyof typeof mergeFields;
export type MergeValues = Readonly<Partial<Record<MergeField, string | null | undefined>>>;

/** The initial wording of a firm's letters. Each text may contain merge fields. All but the first two may be blank. */
export const initialLetterTemplate = {
  salutation: 'Dear {firstName},',
  distribution:
    '{net} is payable to you on {paymentDate}[, to your account ending in {account}]. It is your share of “{distribution}”[ after {deductions}], as shown below.',
  release:
    '{net} is payable to you on {paymentDate}[, to your account ending in {account}]. It was held in escrow for you. Taxes were withheld when the carried interest was distributed, so none are withheld now.',
  reversal:
    'This letter cancels our earlier letter about {reversed}. The amounts below reverse it. Their total is {net}. If you were already paid, we will contact you about returning the amount or deducting it from a later payment. You don’t need to do anything until then.',
  unvested: '{unvested} of the gross amount is not vested.',
  closing: 'Please keep this letter with your tax records.[ If you have questions, contact {contact}.]',
  contact: '',
  signature: 'Sincerely,\n\n{firm}',
  senderAddress: '',
} as const;
export type LetterPart = keyof typeof initialLetterTemplate;
export type LetterTemplate = Readonly<Record<LetterPart, string>>;

const FIELD = /\{([^{}]*)\}/g;
const OPTIONAL = /\[([^[\]]*)\]/g;
const PART = /\[([^[\]]*)\]|\{([^{}]*)\}/g;
const isField = (name: string): name is MergeField => Object.hasOwn(mergeFields, name);

/**
 * Replaces the merge fields in a template text with their values. A part in square brackets is left out if one of its fields has no value. Outside
 * brackets, a field without a value becomes empty.
 *
 *     'Paid on {paymentDate}[ to account {account}].' without an account: 'Paid on November 28, 2026.'
 *
 * Units:  text.
 * Source: decision 0010.
 */
export function mergedText(text: string, values: MergeValues): string {
  const valueOf = (name: string): string => (isField(name) ? (values[name] ?? '') : '');
  const isComplete = (part: string): boolean =>
    [...part.matchAll(FIELD)].every(([, name = '']) => valueOf(name) !== '');
  const put = (part: string): string => part.replace(FIELD, (_whole, name: string) => valueOf(name));
  // A single pass leaves brackets inside a name unchanged.
  return text.replace(PART, (_whole, part: string | undefined, name: string) =>
    part === undefined ? valueOf(name) : isComplete(part) ? put(part) : '',
  );
}

/** Returns the parts in square brackets that have no merge field, and so no reason to be left out. */
const withoutField = (text: string): readonly string[] =>
  [...text.matchAll(OPTIONAL)].flatMap(([whole, part = '']) => (part.search(FIELD) < 0 ? [whole] : []));

/**
 * Returns the reasons why a template can't be saved: an unknown merge field, an unclosed bracket, a bracket without a field, or a blank salutation or distribution text.
 *
 * Source: decision 0010.
 * Fails:  UNKNOWN_MERGE_FIELD, BRACKET_OPEN, BRACKET_WITHOUT_FIELD, REQUIRED.
 */
export function letterTemplateFailures(template: LetterTemplate): Failures {
  const names = Object.keys(mergeFields).map((name) => `{${name}}`);
  return (Object.keys(initialLetterTemplate) as LetterPart[]).flatMap((part) => {
    const text = template[part];
    const unknown = [...text.matchAll(FIELD)].flatMap(([, name = '']) => (isField(name) ? [] : [`{${name}}`]));
    const rest = text.replace(FIELD, '').replace(OPTIONAL, '');
    return [
      ...(unknown.length > 0
        ? [fail('UNKNOWN_MERGE_FIELD', [part], `${unknown.join(', ')} is not a merge field. Use ${names.join(', ')}.`)]
        : []),
      ...(/[{}[\]]/.test(rest)
        ? [fail('BRACKET_OPEN', [part], 'A bracket is not closed or is inside another one. Close each { } and [ ].')]
        : []),
      ...withoutField(text).map((optional) =>
        fail(
          'BRACKET_WITHOUT_FIELD',
          [part],
          `${optional} has no merge field, so it would always be printed without its brackets. Add a field, or remove the brackets.`,
        ),
      ),
      ...((part === 'salutation' || part === 'distribution') && text.trim() === ''
        ? [fail('REQUIRED', [part], 'is required')]
        : []),
    ];
  });
}
