import { err, fail, type Failures, ok, type Result } from '../../kernel/index.ts';
import { type AccountProvisioners, areIndependent, notIndependentReason } from '../../platform/independence/index.ts';

/** An account as entered. */
export interface BankAccountInput {
  /** The bank's ABA routing number or BIC (SWIFT code). */
  readonly bankCode: string;
  /** An account number, or an IBAN. */
  readonly accountNumber: string;
}

/** Removes the spaces and hyphens that people use to group digits. Only ASCII letters become capitals, so that no other character turns into one. */
export const plainNumber = (text: string): string =>
  text.replace(/[\s-]/g, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

const ACCOUNT = /^[A-Z0-9]{5,34}$/;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const ROUTING = /^\d{9}$/;
const BIC = /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;

/** Territories whose IBANs begin with the code of another country, although their BICs have a code of their own. */
const IBAN_COUNTRIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((territory) => [territory, 'FR']),
  ),
  GG: 'GB',
  IM: 'GB',
  JE: 'GB',
  AX: 'FI',
};
const ibanCountry = (country: string): string => IBAN_COUNTRIES[country] ?? country;

/** ISO 13616: move the country code and check digits to the end and replace letters with numbers from 10. The result modulo 97 must be 1. */
function isIban(text: string): boolean {
  const digits = `${text.slice(4)}${text.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

const routingWeight = (at: number): number => (at % 3 === 0 ? 3 : at % 3 === 1 ? 7 : 1);

/** ABA: the digits, weighted 3, 7 and 1 in turn, must add up to a multiple of 10. */
const isRoutingNumber = (text: string): boolean =>
  Array.from(text, Number).reduce((sum, digit, at) => sum + digit * routingWeight(at), 0) % 10 === 0;

/**
 * Returns the reasons why an account can't be entered: a mistyped account number or bank code, or a BIC of another country than the IBAN's.
 *
 * Source: ISO 13616 (IBAN), ISO 9362 (BIC), ABA (routing number); SWIFT IBAN registry (territories of FR, GB and FI).
 * Fails:  ACCOUNT_NUMBER_INVALID, BANK_CODE_INVALID.
 */
export function bankAccountFailures({ bankCode, accountNumber }: BankAccountInput): Failures {
  const [code, number] = [plainNumber(bankCode), plainNumber(accountNumber)];
  const isCode = ROUTING.test(code) ? isRoutingNumber(code) : BIC.test(code);
  const isNumber = IBAN.test(number) ? isIban(number) : ACCOUNT.test(number);
  const [ofBank, ofAccount] = [code.slice(4, 6), number.slice(0, 2)];
  if (BIC.test(code) && IBAN.test(number) && isNumber && ibanCountry(ofBank) !== ibanCountry(ofAccount))
    return [
      fail(
        'BANK_CODE_INVALID',
        ['bankCode'],
        `The BIC belongs to a bank in ${ofBank}, but the IBAN to an account in ${ofAccount}. Enter the BIC of the bank that keeps the account.`,
      ),
    ];
  return [
    ...(isCode
      ? []
      : [
          fail('BANK_CODE_INVALID', ['bankCode'], 'The routing number or BIC isn’t valid. Check it for typing errors.'),
        ]),
    ...(isNumber
      ? []
      : [
          fail(
            'ACCOUNT_NUMBER_INVALID',
            ['accountNumber'],
            'The account number or IBAN isn’t valid. Enter 5 to 34 letters and digits. The check digits of an IBAN must match.',
          ),
        ]),
  ];
}

/**
 * Decides whether a participant's account can be entered or removed, and returns the name of the operation. Only one change at a time can wait for a
 * second person. `ending` has the last digits of the account in force, or null if there is none.
 *
 * Source: decision 0010.
 * Fails:  CHANGE_WAITING, NO_BANK_ACCOUNT.
 */
export function decideBankAccountChange(
  account: BankAccountInput | null,
  { name, isWaiting, ending }: { readonly name: string; readonly isWaiting: boolean; readonly ending: string | null },
): Result<'enterBankAccount' | 'removeBankAccount', Failures> {
  if (isWaiting)
    return err([
      fail(
        'CHANGE_WAITING',
        [],
        `A change to the bank account of ${name} is waiting for confirmation. Confirm or refuse it first.`,
      ),
    ]);
  if (account === null)
    return ending === null
      ? err([fail('NO_BANK_ACCOUNT', [], `${name} has no bank account to remove.`)])
      : ok('removeBankAccount');
  return ok('enterBankAccount');
}

/** A change of an account, with the people who entered and answered it. */
export interface BankAccountChange {
  readonly enteredBy: string;
  readonly enteredByName: string;
  readonly isAnswered: boolean;
}

/** The people who can take part in a change. */
export interface BankAccountPeople extends AccountProvisioners {
  /** Everyone who may edit bank accounts. */
  readonly editors: readonly { readonly id: string; readonly name: string }[];
  /** Everyone who works in the firm, or did so in the last `colleagueDays`, whatever their roles. */
  readonly colleagues: readonly {
    readonly id: string;
    readonly name: string;
    /** False for somebody who was archived, who can't confirm anything now. */
    readonly isPresent: boolean;
  }[];
}

/** People count as colleagues for this long after they were archived, so that nobody can be put aside for the time of a confirmation. */
export const colleagueDays = 30;

/** The maximum number of possible confirmers named in the message. */
const mostNamed = 3;

/**
 * Returns the reasons why a change of an account can't be confirmed or rejected. People can't confirm their own
 * entries. They can't confirm an entry by somebody they aren't independent of either, as long as a colleague is
 * independent of that person. A colleague is an editor, or somebody who can be made one. If there is none, as in a
 * firm where one person gives out all passwords, the change can be confirmed, with a note. Anyone can withdraw their
 * own entry.
 *
 * Source: decision 0010.
 * Fails:  ALREADY_DECIDED, SECOND_PERSON_REQUIRED.
 */
export function bankAccountAnswerFailures(
  { enteredBy, enteredByName, isAnswered }: BankAccountChange,
  personId: string,
  answer: 'confirm' | 'refuse',
  people: BankAccountPeople,
): Failures {
  if (isAnswered)
    return [
      fail('ALREADY_DECIDED', [], 'This change has already been confirmed or refused. Reload to see the account.'),
    ];
  if (answer === 'refuse') return [];
  const refuse = (why: string): Failures => [fail('SECOND_PERSON_REQUIRED', [], why)];
  if (enteredBy === personId)
    return refuse(
      `${enteredByName} entered this account, so another person must confirm it. Ask a colleague who can edit bank accounts.`,
    );
  if (areIndependent(enteredBy, personId, people)) return [];
  const isIndependent = ({ id }: { readonly id: string }) => areIndependent(enteredBy, id, people);
  const others = people.editors.filter(isIndependent).map(({ name }) => name);
  const colleagues = people.colleagues.filter(isIndependent);
  if (others.length === 0 && colleagues.length === 0) return [];
  const colleague = colleagues.find(({ isPresent }) => isPresent);
  const named = others.length > mostNamed ? [...others.slice(0, mostNamed), 'another colleague'] : others;
  const step =
    others.length > 0
      ? `Ask ${named.join(' or ')} to confirm it.`
      : colleague
        ? `No independent colleague can edit bank accounts. Give ${colleague.name} the carry editor role to confirm it.`
        : `No other independent colleague is active. Restore a colleague who was archived in the last ${colleagueDays} days and give them the carry editor role, or confirm it after those ${colleagueDays} days.`;
  return refuse(
    `${enteredByName} entered this account. You don’t count as a second person, because ${notIndependentReason}. ${step}`,
  );
}

/**
 * Returns the note for a confirmation by somebody who isn't independent of the person who entered the account. `provisioner` set up the account of one of
 * them, or of both.
 */
export const setUpNote = (isConfirmer: boolean, provisioner: string): string =>
  `${isConfirmer ? 'Entered' : 'Confirmed'} by an account that ${provisioner} set up. Nobody else in the firm could confirm it.`;
