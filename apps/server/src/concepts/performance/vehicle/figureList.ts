import type { ListQuery } from '@carrara/adapters/postgres/engine/lists/listQuery';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import {
  type RequestedFigures,
  figuresInCurrency,
} from '@carrara/adapters/postgres/performance/periodFigures/inCurrency';
import { figuresOfAllPartners } from '@carrara/adapters/postgres/performance/reporting/figuresWithCoinvestments';
import type { Basis } from '@carrara/contract/performance/period/basis';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { contradictedRow } from '@carrara/domain/performance/period';
import type { RequestContext } from '../../../core/operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../../../core/recordOperations.ts';

/** Request for a list of figures, in one currency or in the currencies of the rows. */
interface Requested extends Omit<RequestedFigures, 'subject' | 'rows'> {
  /** Limits the list of vehicles. */
  readonly firmId?: string | undefined;
  readonly currency?: string | undefined;
  readonly basis?: Basis | undefined;
}

/**
 * Returns the figures in the requested currency and basis, in the form that the list's statement needs. Undefined if
 * the stored ones apply.
 */
export async function figuresAsRequested(
  tx: Transaction,
  subject: RequestedFigures['subject'],
  { currency, basis, endDate, carriesForward, vehicleId }: Requested,
): Promise<Result<string | undefined, Failures>> {
  const requested = { endDate, carriesForward, vehicleId };
  const coversAllPartners = subject === 'VEHICLE' && basis === 'all';
  const allPartners = coversAllPartners ? await figuresOfAllPartners(tx, endDate, carriesForward) : undefined;
  if (currency === undefined) return ok(allPartners);
  const converted = await figuresInCurrency(tx, { subject, ...requested, rows: allPartners }, currency);
  return converted === undefined
    ? err([fail('UNKNOWN_CURRENCY', ['currency'], `There is no currency ${currency}.`)])
    : ok(converted);
}

/** Adds to a row of figures which of its reported multiples don't match its amounts. */
export const markContradictions = <Row>(row: Row): Row => ({
  ...row,
  contradiction: contradictedRow(row as Readonly<Record<string, unknown>>),
});

/** Adds to each row of a list which of its reported multiples don't match its amounts. */
export function markedList<Row, Q extends PageQuery, P>(list: ListOperation<Q, Row, P>): ListOperation<Q, Row, P> {
  async function* markedRows(batches: AsyncIterable<readonly Row[]>) {
    for await (const rows of batches) yield rows.map((row) => markContradictions(row));
  }
  const page: typeof list = Object.assign(
    async (context: RequestContext, input: { readonly query: Q } & P) => {
      const found = await list(context, input);
      return found.map((answer) => ({ ...answer, pageData: answer.pageData.map((row) => markContradictions(row)) }));
    },
    {
      ...list,
      rows: async (context: RequestContext, input: { readonly query: Q } & P) =>
        (await list.rows(context, input)).map(markedRows),
    },
  );
  return page;
}

/**
 * Creates a list over `figureRows`. Figures requested in one currency are converted first, so that they are sorted and
 * added up as displayed.
 *
 * Fails: UNKNOWN_CURRENCY.
 */
export function figureList<Row, Q extends PageQuery, P = unknown>(
  list: ListQuery<Row>,
  subject: RequestedFigures['subject'],
  requestedOf: (query: Q, input: P) => Requested,
): ListOperation<Q, Row, P> {
  type Input = { readonly query: Q } & P;
  const listed = async ({ tx }: RequestContext, input: Input) => {
    const requested = requestedOf(input.query, input);
    const converted = await figuresAsRequested(tx, subject, requested);
    return converted.map((figures) =>
      markedList(listOperation<Row, Q, P>(list, () => ({ ...requested, converted: figures }))),
    );
  };
  const page = async (context: RequestContext, input: Input) => {
    const found = await listed(context, input);
    return found.isErr() ? err(found.error) : found.value(context, input);
  };
  const rows = async (context: RequestContext, input: Input) => {
    const found = await listed(context, input);
    return found.isErr() ? err(found.error) : found.value.rows(context, input);
  };
  return Object.assign(page, { rows });
}
