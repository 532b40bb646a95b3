import { participantDistributionList } from '@carrara/adapters/postgres/carry/carryViews/distributionHistory';
import { participantPoints, participantSlices } from '@carrara/adapters/postgres/carry/carryViews/participantFigures';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { carryOfPayEndpoints } from '@carrara/contract/carry/participant/carryOfPay';
import type { InputOf, ResultOf } from '@carrara/contract/core/endpoint';
import { type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { Operations, RequestContext } from '../../../core/operations.ts';
import { listOperation } from '../../../core/recordOperations.ts';
import { ownerNotFound, type OfRecord } from '../../../core/ownerScope.ts';

type Endpoints = typeof carryOfPayEndpoints;
type Row = ResultOf<Endpoints['listPaidCarry']>['pageData'][number];
type Query = InputOf<Endpoints['listPaidCarry']>['query'];
type Input = { readonly query: Query } & OfRecord;

/** Pay access, implemented by compensation. */
export interface PayVisibility {
  readonly canViewEmployeePay: (tx: Transaction, employeeId: string) => Promise<boolean>;
}

/** Operations on the carry paid to employees, for people who may see their pay. */
export function carryOfPayOperations({ canViewEmployeePay }: PayVisibility): Operations<Endpoints> {
  const whenVisible = async <T>(
    { tx }: RequestContext,
    { params: { id } }: OfRecord,
    read: () => Promise<Result<T, Failures>>,
  ): Promise<Result<T, Failures>> => ((await canViewEmployeePay(tx, id)) ? read() : ownerNotFound('employee'));
  const chart =
    <T>(read: (tx: Transaction, id: string) => Promise<T>) =>
    (context: RequestContext, input: OfRecord) =>
      whenVisible(context, input, async () => ok(await read(context.tx, input.params.id)));
  const list = listOperation<Row, Query, OfRecord>(
    participantDistributionList,
    ({ aggregateTrust, holderId, year, to }, _context, { params }) => ({
      [aggregateTrust ? 'withTrustsOf' : 'participantId']: params.id,
      disbursedOnly: true,
      holderId,
      year,
      to,
    }),
  );
  return {
    chartPaidCarryByFund: chart((tx, id) => participantSlices(tx, id, 'fund')),
    chartPaidCarryByYear: chart((tx, id) => participantSlices(tx, id, 'year')),
    chartPaidCarryHistory: chart(participantPoints),
    listPaidCarry: Object.assign(
      (context: RequestContext, input: Input) => whenVisible(context, input, () => list(context, input)),
      { rows: (context: RequestContext, input: Input) => whenVisible(context, input, () => list.rows(context, input)) },
    ),
  };
}
