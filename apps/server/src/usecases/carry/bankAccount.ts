import {
  accountHolder,
  readAccountInForce,
  answerBankAccount,
  bankAccountPeople,
  insertBankAccount,
  loadBankAccount,
  nameOfPerson,
  type NewBankAccount,
  type StoredBankAccount,
} from '@carrara/adapters/postgres/carry/bankAccount';
import {
  bankAccountAnswerFailures,
  bankAccountFailures,
  decideBankAccountChange,
  plainNumber,
  setUpNote,
} from '@carrara/domain/carry/bankAccount';
import { err, ok } from '@carrara/domain/kernel';
import { commonProvisioner } from '@carrara/domain/platform/independence';
import type { RequestContext } from '../../core/operations.ts';
import { type Outcome, recordNotFound } from '../outcome.ts';

/**
 * Enters an account of a participant, or its removal (null), for a second person to confirm.
 *
 * Source: decision 0010.
 * Fails:  NOT_FOUND, and those of `bankAccountFailures` and `decideBankAccountChange`.
 */
export async function changeBankAccount(
  { tx }: RequestContext,
  participantId: string,
  account: NewBankAccount | null,
  reason: string,
): Outcome {
  const refused = account ? bankAccountFailures(account) : [];
  if (refused.length > 0) return err(refused);
  const name = await accountHolder(tx, participantId);
  if (name === undefined) return recordNotFound('participant');
  const operation = decideBankAccountChange(account, { name, ...(await readAccountInForce(tx, participantId)) });
  if (operation.isErr()) return err(operation.error);

  const stored = account && {
    ...account,
    bankCode: plainNumber(account.bankCode),
    accountNumber: plainNumber(account.accountNumber),
  };
  return ok(await insertBankAccount(tx, operation.value, { id: participantId, name }, stored, reason));
}

/**
 * Returns the reasons why the signed-in person may not answer a change. If somebody could sign in as both people, also returns the note for a
 * confirmation.
 */
export async function answerRules(
  { tx, person }: RequestContext,
  account: StoredBankAccount,
  answer: 'confirm' | 'refuse',
) {
  const people = await bankAccountPeople(tx, [account.enteredBy]);
  const refused = bankAccountAnswerFailures(account, person.id, answer, people);
  const provisioner =
    answer === 'refuse' || refused.length > 0 ? null : commonProvisioner(account.enteredBy, person.id, people);
  const name = provisioner === null ? null : ((await nameOfPerson(tx, provisioner)) ?? 'someone from another firm');
  return { refused, note: name === null ? null : setUpNote(provisioner === person.id, name) };
}

/** Confirms or refuses a change that waits. Fails: NOT_FOUND, and those of `bankAccountAnswerFailures`. */
export async function answerBankAccountChange(
  context: RequestContext,
  id: string,
  answer: 'confirm' | 'refuse',
  comment: string | null,
): Outcome {
  const { tx } = context;
  const found = await loadBankAccount(tx, id);
  if (!found) return recordNotFound('bank account');
  // Locks the account holder, so that decisions run one after another.
  await accountHolder(tx, found.participantId);
  const account = await loadBankAccount(tx, id);
  if (!account) return recordNotFound('bank account');
  const { refused, note } = await answerRules(context, account, answer);
  if (refused.length > 0) return err(refused);

  const operation = answer === 'confirm' ? 'confirmBankAccount' : 'refuseBankAccount';
  await answerBankAccount(tx, operation, account, comment ?? note);
  return ok(id);
}
