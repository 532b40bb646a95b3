import type { PrintedProfile } from '@carrara/adapters/pdf/profilePdf';
import { print, printDate } from '@carrara/adapters/pdf/print';
import { summedFirms } from '@carrara/adapters/postgres/performance/firm/firmList';
import { vehicleList } from '@carrara/adapters/postgres/performance/fundProfile/vehicleList';
import { type Basis, basisNameFor } from '@carrara/contract/performance/period/basis';
import { firmFigureColumns, firmPerformanceEndpoints } from '@carrara/contract/performance/firm/firmPerformance';
import { type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../../core/operations.ts';
import { listAllRows, ownerNotFound } from '../../../core/ownerScope.ts';
import { withFigures } from './firmPerformance.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { readFilters } from '../vehicle/namedVehicle.ts';

const funds = firmPerformanceEndpoints.listFirmFunds.list.columns.filter(({ hidden }) => !hidden);
/** The note contains the basis. */
const factColumns = firmFigureColumns.filter(({ field }) => field !== 'basis');

/** Lays out a firm for print: its sums per currency, and its funds with their figures at the quarter end. */
export async function firmPrint(
  context: RequestContext,
  { id, endDate, basis }: { readonly id: string; readonly endDate: string; readonly basis: Basis },
): Promise<Result<PrintedProfile, Failures>> {
  const { tx, tenant } = context;
  const [stored] = await summedFirms(tx, { endDate, firmId: id, basis });
  if (stored === undefined) return ownerNotFound('firm');
  const { name, code, byCurrency } = withFigures(stored, tenant, basis);
  const rows = await listAllRows(tx, vehicleList, { firmId: id, ...(await readFilters(tx, { endDate, basis })) });
  const { head } = await loadIssuer(context, id);
  return ok({
    head,
    title: 'Firm profile',
    name,
    note: `${code} · ${printDate(endDate)} · Basis of the figures: ${byCurrency[0]?.basis ?? basisNameFor(tenant.isLpTenant, basis)}`,
    facts: byCurrency.flatMap(({ currency, ...figures }) =>
      factColumns.map(({ field, kind, title }) => ({
        label: `${title}, ${currency}`,
        text: print(kind, figures[field]),
      })),
    ),
    tables: [{ title: 'Funds', columns: funds, rows: rows.map((row) => ({ ...row })) }],
  });
}
