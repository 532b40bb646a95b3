import { bankAccountList, currentBankAccount, loadBankAccount } from '@carrara/adapters/postgres/carry/bankAccount';
import type { BankAccount, bankAccountEndpoints } from '@carrara/contract/carry/participant/bankAccount';
import { err, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation, type PageQuery } from '../../../core/recordOperations.ts';
import { ownedList, ownerNotFound, type OfRecord } from '../../../core/ownerScope.ts';
import { answerBankAccountChange, answerRules, changeBankAccount } from '../../../usecases/carry/bankAccount.ts';
import type { Outcome } from '../../../usecases/outcome.ts';

/** Answers with the changed account, as the list has it. */
async function answer({ tx }: RequestContext, changed: Outcome): Outcome<BankAccount> {
  const id = await changed;
  if (id.isErr()) return err(id.error);
  const page = await bankAccountList.page(tx, { pageSize: 1, filters: { id: id.value } });
  if (page.isErr()) return err([page.error]);
  const [account] = page.value.pageData;
  return account ? ok(account) : ownerNotFound('bank account');
}

/** Operations on participants' bank accounts. */
export const bankAccountOperations: Operations<typeof bankAccountEndpoints> = {
  listBankAccounts: ownedList(
    'participant',
    listOperation<BankAccount, PageQuery, OfRecord>(bankAccountList, (_query, _context, { params }) => ({
      participantId: params.id,
    })),
  ),
  async getBankAccountNumber(context, { params }) {
    const account = await loadBankAccount(context.tx, params.id);
    if (!account) return ownerNotFound('bank account');
    const { refused, note } = await answerRules(context, account, 'confirm');
    const current = await currentBankAccount(context.tx, account.participantId);
    const obstacle = refused[0]?.detail ?? null;
    return ok({ id: account.id, accountNumber: account.accountNumber, current, obstacle, note });
  },
  enterBankAccount: (context, { params, body: { reason, ...account } }) =>
    answer(context, changeBankAccount(context, params.id, account, reason)),
  removeBankAccount: (context, { params, body }) =>
    answer(context, changeBankAccount(context, params.id, null, body.reason)),
  confirmBankAccount: (context, { params }) =>
    answer(context, answerBankAccountChange(context, params.id, 'confirm', null)),
  refuseBankAccount: (context, { params, body }) =>
    answer(context, answerBankAccountChange(context, params.id, 'refuse', body.comment)),
};
