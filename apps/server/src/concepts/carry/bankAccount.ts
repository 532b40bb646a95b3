import {
  accountHolder,
  accountInForce,
  answerBankAccount,
  bankAccountList,
  bankAccountPeople,
  currentBankAccount,
  insertBankAccount,
  loadBankAccount,
  nameOfPerson,
  type NewBankAccount,
  type StoredBankAccount,
} from '@carrara/adapters/postgres/carry/bankAccount';
import type { BankAccount, bankAccountEndpoints } from '@carrara/contract/carry/bankAccount';
import {
  bankAccountAnswerFailures,
  bankAccountFailures,
  plainNumber,
  setUpNote,
} from '@carrara/domain/carry/bankAccount';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { commonGiver } from '@carrara/domain/platform/independence';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation, type PageQuery } from '../../core/recordOperations.ts';
import { belowRecord, type OfRecord } from '../../core/ownerScope.ts';

const missing = (field: string, text: string) => err([fail('NOT_FOUND', [field], text)]);

async function read({ tx }: RequestContext, id: string): Promise<Result<BankAccount, Failures>> {
  const found = await bankAccountList.page(tx, { pageSize: 1, filters: { id } });
  if (found.isErr()) return err([found.error]);
  const [account] = found.value.pageData;
  return account ? ok(account) : missing('id', 'There is no such bank account.');
}

/** Enters a change. Only one change at a time can wait for a second person. */
async function enter(
  context: RequestContext,
  participantId: string,
  account: NewBankAccount | null,
  reason: string,
): Promise<Result<BankAccount, Failures>> {
  const { tx } = context;
  const name = await accountHolder(tx, participantId);
  if (name === undefined) return missing('id', 'There is no such participant.');
  const { isWaiting, ending } = await accountInForce(tx, participantId);
  if (isWaiting)
    return err([
      fail(
        'CHANGE_WAITING',
        [],
        `A change to the bank account of ${name} is waiting for confirmation. Confirm or refuse it first.`,
      ),
    ]);
  if (account === null && ending === null)
    return err([fail('NO_BANK_ACCOUNT', [], `${name} has no bank account to remove.`)]);
  const operation = account === null ? 'removeBankAccount' : 'enterBankAccount';
  return read(context, await insertBankAccount(tx, operation, { id: participantId, name }, account, reason));
}

/**
 * Returns the reasons why the signed-in person may not answer a change, and the note for a confirmation if somebody could
 * sign in as both people.
 */
async function standing({ tx, person }: RequestContext, account: StoredBankAccount, how: 'confirm' | 'refuse') {
  const people = await bankAccountPeople(tx, [account.enteredBy]);
  const refused = bankAccountAnswerFailures(account, person.id, how, people);
  const giver = how === 'refuse' || refused.length > 0 ? null : commonGiver(account.enteredBy, person.id, people);
  const name = giver === null ? null : ((await nameOfPerson(tx, giver)) ?? 'someone from another firm');
  return { refused, note: name === null ? null : setUpNote(giver === person.id, name) };
}

async function answer(
  context: RequestContext,
  id: string,
  how: 'confirm' | 'refuse',
  comment: string | null,
): Promise<Result<BankAccount, Failures>> {
  const { tx } = context;
  const found = await loadBankAccount(tx, id);
  if (!found) return missing('id', 'There is no such bank account.');
  // Locks the account holder, so that decisions run one after another.
  await accountHolder(tx, found.participantId);
  const account = (await loadBankAccount(tx, id))!;
  const { refused, note } = await standing(context, account, how);
  if (refused.length > 0) return err(refused);
  await answerBankAccount(tx, how === 'confirm' ? 'confirmBankAccount' : 'refuseBankAccount', account, comment ?? note);
  return read(context, id);
}

/** Operations on participants' bank accounts. */
export const bankAccountOperations: Operations<typeof bankAccountEndpoints> = {
  listBankAccounts: belowRecord(
    'participant',
    listOperation<BankAccount, PageQuery, OfRecord>(bankAccountList, (_query, _context, { params }) => ({
      participantId: params.id,
    })),
  ),
  async getBankAccountNumber(context, { params }) {
    const found = await loadBankAccount(context.tx, params.id);
    if (!found) return missing('id', 'There is no such bank account.');
    const { refused, note } = await standing(context, found, 'confirm');
    const current = await currentBankAccount(context.tx, found.participantId);
    const obstacle = refused[0]?.detail ?? null;
    return ok({ id: found.id, accountNumber: found.accountNumber, current, obstacle, note });
  },
  async enterBankAccount(context, { params, body }) {
    const { reason, ...account } = body;
    const refused = bankAccountFailures(account);
    if (refused.length > 0) return err(refused);
    const [bankCode, accountNumber] = [plainNumber(account.bankCode), plainNumber(account.accountNumber)];
    return enter(context, params.id, { ...account, bankCode, accountNumber }, reason);
  },
  removeBankAccount: (context, { params, body }) => enter(context, params.id, null, body.reason),
  confirmBankAccount: (context, { params }) => answer(context, params.id, 'confirm', null),
  refuseBankAccount: (context, { params, body }) => answer(context, params.id, 'refuse', body.comment),
};
