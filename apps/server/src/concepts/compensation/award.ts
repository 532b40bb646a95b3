import { awardList, awardStore, payTypeClassOf, type StoredAward } from '@carrara/adapters/postgres/compensation/award';
import type { Award, awardEndpoints } from '@carrara/contract/compensation/award';
import type { Reference } from '@carrara/contract/core/kinds';
import {
  amountTakenBack,
  awardFailures,
  awardLifecycle,
  paidOnFailures,
  payDateFailures,
} from '@carrara/domain/compensation/award';
import {
  type CalendarDate,
  decimal,
  err,
  type Failures,
  fail,
  moneyText,
  ok,
  type Result,
} from '@carrara/domain/kernel';
import type { StateOf } from '@carrara/domain/kernel/lifecycle';
import type { Operations, RequestContext } from '../../operations.ts';
import { listOperation, type PrepareMove, recordOperations } from '../../recordOperations.ts';
import { payableEmployee } from './payableEmployee.ts';

type State = StateOf<typeof awardLifecycle>;
const stateOf = ({ status }: StoredAward) => status?.code as State;

async function answer(tx: RequestContext['tx'], { reversesId, ...stored }: StoredAward): Promise<Award> {
  const name = stored.employee.name ?? '';
  return { ...stored, name, reverses: reversesId === null ? null : { id: reversesId, name } };
}

/** Operations on awards. Nobody can edit their own, and paid or canceled awards can't be changed. */
const awards = recordOperations<Award, StoredAward>({
  store: awardStore,
  answer,
  prepare: async (context, values, before) => {
    const state = before ? awardLifecycle.apply(stateOf(before), 'saveAward') : ok(awardLifecycle.initial);
    if (state.isErr()) return err([state.error]);
    const payable = await payableEmployee(context, (values['employee'] as Reference).id);
    if (payable.isErr()) return err(payable.error);
    const payTypeClass = await payTypeClassOf(context.tx, (values['payType'] as Reference).id);
    if (payTypeClass === undefined) return err([fail('NOT_FOUND', ['payType'], 'There is no such pay type.')]);
    const payDate = (values['payDate'] ?? null) as CalendarDate | null;
    const { employee, isOwn } = payable.value;
    const awardDate = values['awardDate'] as CalendarDate;
    const wrong = [
      ...awardFailures(
        { amount: decimal(String(values['amount'])), payTypeClass, awardDate },
        { hireDate: employee.hireDate as CalendarDate | null, isOwn },
        context.today,
      ),
      ...(payDate ? payDateFailures(awardDate, payDate, context.today) : []),
    ];
    return wrong.length > 0 ? err(wrong) : ok({ ...values, status: state.value });
  },
});

const paid: PrepareMove<StoredAward> = ({ today }, body, before) => {
  const payDate = body['payDate'] as CalendarDate;
  const wrong = paidOnFailures(before.awardDate as CalendarDate, payDate, today);
  return wrong.length > 0 ? err(wrong) : ok({ values: { payDate }, reason: body.comment });
};

const missing = (id: string) => err([fail('NOT_FOUND', ['id'], `There is no award ${id}.`)]);

export const awardOperations: Operations<typeof awardEndpoints> = {
  listAwards: listOperation(awardList),
  getAward: awards.get,
  saveAward: awards.save('saveAward'),
  ...awards.moves(awardLifecycle, { payAward: paid }),
  /** Reverses a paid award with another one of the negative amount. The original stays as it is. */
  async reverseAward({ tx, today }, { params, body }): Promise<Result<Award, Failures>> {
    const before = await awardStore.load(tx, params.id);
    if (!before) return missing(params.id);
    const applied = awardLifecycle.apply(stateOf(before), 'reverseAward');
    if (applied.isErr()) return err([applied.error]);
    if (body.rowVersion !== before.rowVersion) return err([fail('STALE_VERSION', ['rowVersion'], '')]);
    if (before.reversesId !== null)
      return err([fail('WRONG_STATE', [], 'This award reverses another one and can’t be reversed itself.')]);
    const { employee, performanceYear, payType, currency, amount } = before;
    const reversal = await awardStore.insert(
      tx,
      { operation: 'reverseAward', reason: body.comment },
      {
        employee,
        performanceYear,
        payType,
        currency,
        amount: moneyText(amountTakenBack(decimal(amount))),
        awardDate: today,
        payDate: today,
        status: applied.value,
        reversesId: before.id,
        comments: body.comment ?? null,
      },
    );
    return reversal.isErr() ? err([reversal.error]) : ok(await answer(tx, reversal.value));
  },
  async deleteAward(context, input) {
    const before = await awardStore.load(context.tx, input.params.id);
    const applied = before && awardLifecycle.apply(stateOf(before), 'deleteAward');
    if (applied?.isErr()) return err([applied.error]);
    return awards.remove('deleteAward')(context, input);
  },
};
