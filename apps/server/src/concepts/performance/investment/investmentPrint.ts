import type { PrintedProfile } from '@carrara/adapters/pdf/profilePdf';
import { print, printDate } from '@carrara/adapters/pdf/print';
import { investmentHistory } from '@carrara/adapters/postgres/performance/investment/readInvestment';
import { investmentStore } from '@carrara/adapters/postgres/portfolio/container/containers';
import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import { err, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { RequestContext } from '../../../core/operations.ts';
import { loadIssuer } from '../vehicle/loadIssuer.ts';
import { investmentProfile } from './investmentProfile.ts';
import { readSource } from '../../../usecases/performance/portfolioMetrics.ts';

const facts = [
  ['invested', 'money', 'Invested'],
  ['fairValue', 'money', 'Fair value'],
  ['totalValueOfInvestment', 'money', 'Total value'],
  ['grossIrr', 'return', 'Gross IRR'],
  ['grossMoic', 'multiple', 'Gross MOIC'],
] as const;
const changed = (kind: 'money' | 'percent') =>
  [
    { field: 'title', kind: 'text', title: 'Metric' },
    { field: 'entry', kind, title: 'At entry' },
    { field: 'current', kind, title: 'Now' },
    { field: 'change', kind: 'percent', title: 'Change, percent' },
  ] as const;
const bridge = [
  { field: 'title', kind: 'text', title: 'From' },
  { field: 'amount', kind: 'money', title: 'Amount' },
] as const;

/**
 * Lays out an investment for print through its first holder: its figures, its value bridge, and its metrics at entry
 * and now.
 */
export async function printedInvestment(
  context: RequestContext,
  { id, endDate }: { readonly id: string; readonly endDate: string },
): Promise<Result<PrintedProfile, Failures>> {
  const { tx } = context;
  const source = await readSource(tx, id, undefined, 'id');
  if (source.isErr()) return err(source.error);
  const investment = await investmentStore.load(tx, id);
  const profile = await investmentProfile(tx, source.value, endDate, investment?.name ?? '');
  const { currency, valueCreation } = profile;
  const { head } = await loadIssuer(context, source.value.vehicle.id);
  const points = (await investmentHistory(tx, id, source.value.id)).filter(({ date }) => date <= endDate);
  return ok({
    head,
    title: 'Investment profile',
    name: profile.name,
    note: `${source.value.vehicle.name} · ${printDate(endDate)}`,
    facts: facts.map(([field, kind, title]) => {
      const displayed = displayedFigure({ field, kind }, { ...profile });
      return {
        label: kind === 'money' ? `${title}, ${currency}` : title,
        text: print(displayed.kind, displayed.value),
      };
    }),
    charts: [{ title: `Value by quarter, ${currency}`, ...linesOf(points) }],
    tables: [
      {
        title: `Value creation, ${currency}`,
        columns: bridge,
        rows: (valueCreation?.steps ?? []).map((step) => ({ ...step })),
        ...(valueCreation?.total
          ? { totals: [{ title: 'Total value less invested', amount: valueCreation.total }] }
          : {}),
      },
      { title: `Metrics, ${currency}`, columns: changed('money'), rows: profile.metrics.map((row) => ({ ...row })) },
      { title: 'Ownership, percent', columns: changed('percent'), rows: profile.ownership.map((row) => ({ ...row })) },
    ],
  });
}

/** Returns a line for each name of the points, over their dates. */
function linesOf(points: Awaited<ReturnType<typeof investmentHistory>>) {
  const dates = [...new Set(points.map(({ date }) => date))].sort();
  const names = [...new Set(points.map(({ name }) => name))];
  const amounts = new Map(points.map(({ date, name, amount }) => [`${date} ${name}`, amount]));
  return {
    categories: dates.map(printDate),
    series: names.map((name) => ({ name, values: dates.map((date) => amounts.get(`${date} ${name}`) ?? null) })),
  };
}
