import { z } from 'zod';
import { defineEndpoints, idParams, listEndpoint } from '../../core/endpoint.ts';
import { id, instant, requiredLongText, requiredText } from '../../core/schema.ts';

const path = '/api/carry/participant/:id/bank-account';
const tags = ['BankAccount'];

/** The states of an account change. A removal in force is the state without an account. */
const bankAccountStates = ['Waiting for confirmation', 'Current', 'No bank account', 'Earlier', 'Refused'] as const;

/** A change of a participant's account. Names and numbers are null if the change removes the account. */
const bankAccount = z.object({
  id: id(),
  participantId: id(),
  state: z.enum(bankAccountStates),
  holderName: z.string().nullable(),
  bankName: z.string().nullable(),
  bankCode: z.string().nullable(),
  /** The last four digits of the account number. */
  ending: z.string().nullable(),
  reason: z.string(),
  createdDate: instant(),
  enteredBy: z.string(),
  enteredById: id(),
  answeredDate: instant().nullable(),
  answeredBy: z.string().nullable(),
  /** The reason for the refusal. For a confirmation, a note that the two people aren't independent of each other. */
  answerReason: z.string().nullable(),
});
export type BankAccount = z.output<typeof bankAccount>;

/** The account in force, which a change replaces. */
const currentBankAccount = z.object({
  holderName: z.string(),
  bankName: z.string(),
  bankCode: z.string(),
  /** The last four digits of the account number. */
  ending: z.string(),
});
export type CurrentBankAccount = z.output<typeof currentBankAccount>;

const answer = <const S extends string>(at: S, summary: string) =>
  ({
    method: 'POST',
    path: `/api/carry/bank-account/:id/${at}`,
    summary,
    permission: 'bankAccount.edit',
    params: idParams,
    result: bankAccount,
    requiresStrength: true,
    failures: ['ALREADY_DECIDED', 'SECOND_PERSON_REQUIRED'],
    tags,
  }) as const;

/** Bank accounts of participants. Each change needs confirmation by a second person. The history remains stored. */
export const bankAccountEndpoints = defineEndpoints({
  listBankAccounts: {
    ...listEndpoint({
      path,
      title: 'Bank accounts',
      permission: 'bankAccount.view',
      row: bankAccount,
      columns: [
        { field: 'state', kind: 'text', title: 'State' },
        { field: 'holderName', kind: 'text', title: 'Account holder' },
        { field: 'bankName', kind: 'text', title: 'Bank' },
        { field: 'bankCode', kind: 'code', title: 'Routing number or BIC' },
        { field: 'ending', kind: 'code', title: 'Account ending in' },
        { field: 'reason', kind: 'longText', title: 'Reason' },
        { field: 'enteredBy', kind: 'text', title: 'Entered by' },
        { field: 'createdDate', kind: 'instant', title: 'Entered' },
        { field: 'answeredBy', kind: 'text', title: 'Confirmed or refused by' },
        { field: 'answeredDate', kind: 'instant', title: 'Confirmed or refused' },
        { field: 'answerReason', kind: 'longText', title: 'Note' },
      ],
      defaultSort: { field: 'createdDate', ascending: false },
      tags,
    }),
    params: idParams,
  },
  getBankAccountNumber: {
    method: 'GET',
    path: '/api/carry/bank-account/:id/number',
    summary: 'The whole number of an account, and the account it replaces, for the person who confirms the change',
    permission: 'bankAccount.edit',
    params: idParams,
    result: z.object({
      id: id(),
      accountNumber: z.string().nullable(),
      /** The account in force. Null if there is none. */
      current: currentBankAccount.nullable(),
      /** The reason why the reader can't confirm the change. */
      obstacle: z.string().nullable(),
      /** The note that a confirmation by the reader would get. */
      note: z.string().nullable(),
    }),
    tags,
  },
  enterBankAccount: {
    method: 'POST',
    path,
    summary: 'Enter a participant’s bank account for a second person to confirm',
    permission: 'bankAccount.edit',
    params: idParams,
    body: z.strictObject({
      holderName: requiredText(),
      bankName: requiredText(),
      bankCode: requiredText(60),
      accountNumber: requiredText(60),
      reason: requiredLongText(),
    }),
    result: bankAccount,
    requiresStrength: true,
    failures: ['NOT_FOUND', 'BANK_CODE_INVALID', 'ACCOUNT_NUMBER_INVALID', 'CHANGE_WAITING'],
    tags,
  },
  removeBankAccount: {
    method: 'POST',
    path: `${path}/remove`,
    summary: 'Request removal of a participant’s bank account, for a second person to confirm',
    permission: 'bankAccount.edit',
    params: idParams,
    body: z.strictObject({ reason: requiredLongText() }),
    result: bankAccount,
    requiresStrength: true,
    failures: ['NOT_FOUND', 'CHANGE_WAITING', 'NO_BANK_ACCOUNT'],
    tags,
  },
  confirmBankAccount: answer('confirm', 'Confirm a change of an account that another person entered'),
  refuseBankAccount: {
    ...answer('refuse', 'Refuse a change of an account, or withdraw your own change'),
    body: z.strictObject({ comment: requiredLongText() }),
  },
});
