import { investorFigureList } from '@carrara/adapters/postgres/performance/reporting';
import { coveredInvestors } from '@carrara/adapters/postgres/performance/statement';
import type { InvestorFigureRow } from '@carrara/contract/performance/investorFigures';
import type { RequestContext } from '../../core/operations.ts';
import { type ListOperation, listOperation, type PageQuery } from '../../core/recordOperations.ts';

interface Dated extends PageQuery {
  readonly endDate?: string | undefined;
  readonly carriesForward?: boolean | undefined;
}

/**
 * Creates the list of investors with figures. Those with current and late funds are computed first, so that they are
 * sorted and added up as displayed.
 */
export function investorFigureOperation<Q extends Dated>(): ListOperation<Q, InvestorFigureRow> {
  type Input = { readonly query: Q };
  const listed = async ({ tx }: RequestContext, { query }: Input) => {
    const { startPage: _1, pageSize: _2, sortColumn: _3, sortAsc: _4, searchQuery: _5, ...filters } = query;
    const covered = JSON.stringify(await coveredInvestors(tx, query));
    return listOperation<InvestorFigureRow, Q>(investorFigureList, () => ({ ...filters, covered }));
  };
  const page = async (context: RequestContext, input: Input) => (await listed(context, input))(context, input);
  const rows = async (context: RequestContext, input: Input) => (await listed(context, input)).rows(context, input);
  return Object.assign(page, { rows });
}
