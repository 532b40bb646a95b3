import {
  awardList,
  awardStore,
  hasRepeatedAward,
  readPayTypeClass,
  type StoredAward,
} from '@carrara/adapters/postgres/compensation/award';
import type { Award, awardEndpoints } from '@carrara/contract/compensation/award';
import type { Reference } from '@carrara/contract/core/kinds';
import {
  type AwardStatus,
  awardLifecycle,
  decideAward,
  decideAwardDeletion,
  paidOnFailures,
} from '@carrara/domain/compensation/award';
import { type CalendarDate, decimal, err, ok } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../core/operations.ts';
import { listOperation, type PrepareMove, recordOperations } from '../../core/recordOperations.ts';
import { reverseAward } from '../../usecases/compensation/award.ts';
import { payableEmployee } from '../../usecases/compensation/payableEmployee.ts';

const statusOf = ({ status }: StoredAward) => status?.code as AwardStatus;

async function answer(tx: RequestContext['tx'], { reversesId, ...stored }: StoredAward): Promise<Award> {
  const name = stored.employee.name ?? '';
  return { ...stored, name, reverses: reversesId === null ? null : { id: reversesId, name } };
}

/** Operations on awards. Nobody can edit their own, and paid or canceled awards can't be changed. */
const awardsWhere = (warningsConfirmed: boolean) =>
  recordOperations<Award, StoredAward>({
    store: awardStore,
    answer,
    prepare: async (context, values, before) => {
      const employeeId = (values['employee'] as Reference).id;
      const payTypeId = (values['payType'] as Reference).id;
      const key = {
        performanceYear: Number(values['performanceYear']),
        awardDate: values['awardDate'] as CalendarDate,
      };
      const employee = await payableEmployee(context, employeeId);
      const payTypeClass = await readPayTypeClass(context.tx, payTypeId);
      const award = {
        amount: decimal(String(values['amount'])),
        payTypeClass,
        ...key,
        payDate: (values['payDate'] ?? null) as CalendarDate | null,
        isRepeated: await hasRepeatedAward(context.tx, { ...key, employeeId, payTypeId }, before?.id),
        warningsConfirmed,
      };
      const status = decideAward(before && statusOf(before), award, employee, context.today);
      return status.map((code) => ({ ...values, status: code }));
    },
  });
const awards = awardsWhere(false);

const paid: PrepareMove<StoredAward> = ({ today }, body, before) => {
  const payDate = body['payDate'] as CalendarDate;
  const wrong = paidOnFailures(before.awardDate as CalendarDate, payDate, today);
  return wrong.length > 0 ? err(wrong) : ok({ values: { payDate }, reason: body.comment });
};

export const awardOperations: Operations<typeof awardEndpoints> = {
  listAwards: listOperation(awardList),
  getAward: awards.get,
  saveAward: (context, { body: { warningsConfirmed, ...body } }) =>
    awardsWhere(warningsConfirmed).save('saveAward')(context, { body }),
  ...awards.moves(awardLifecycle, { payAward: paid }),
  async reverseAward(context, { params, body }) {
    const reversal = await reverseAward(context, { ...body, id: params.id });
    return reversal.isErr() ? err(reversal.error) : ok(await answer(context.tx, reversal.value));
  },
  async deleteAward(context, input) {
    const before = await awardStore.load(context.tx, input.params.id);
    const deletion = before && decideAwardDeletion(statusOf(before));
    return deletion?.isErr() ? err(deletion.error) : awards.remove('deleteAward')(context, input);
  },
};
