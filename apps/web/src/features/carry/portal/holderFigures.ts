import { coverageNote } from '@carrara/contract/core/coverage';
import type { Figure } from '@carrara/ui/profile/FigureStrip.tsx';
import type { KeyFigure } from '@carrara/ui/profile/KeyFigures.tsx';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { toKeyFigure } from '../../../record/board/keyFigures.ts';
import { openingNote } from '../../../record/profile/openingNote.ts';
import type { PortalHome } from './portalHome.ts';

type Holder = PortalHome['holders'][number];
type Line = Holder['summary'] | Holder['summary']['byCurrency'][number];

/** Returns a line per currency if there are several, because they are never added up. */
export const summaryLines = (summary: Holder['summary']): readonly Line[] =>
  summary.byCurrency.length > 1 ? summary.byCurrency : [summary];

const money = (label: string, value: string | null) => ({ label, kind: 'money' as const, value });

const gross = (line: Line): Figure => ({
  ...money('Gross distributed', line.totalCarryDistributed),
  note: openingNote(line.openingDistributed),
});

const accruedNote = (balance: string | null) =>
  Number(balance) < 0 ? 'paid more than has been accrued' : 'an estimate, not yet paid';

const accrued = (line: Line): Figure => ({
  ...money('Accrued, estimated', line.carryBalance),
  note: coverageNote(line.carryBalance, line.carryBalanceCoverage, 'sources') ?? accruedNote(line.carryBalance),
});

/** Returns the amounts already distributed and, if the firm displays it, accrued but not yet paid. Each names its currency. */
export const paidFigures = (line: Line, visible: PortalHome['displayed']): Figure[] =>
  [gross(line), ...(visible.estimates ? [accrued(line)] : [])].map((figure) => ({
    ...figure,
    label: line.currency ? `${figure.label}, ${line.currency}` : figure.label,
  }));

/** Returns the key figures of a holder in one currency, which their panel names, by field. A forecast is left out if there is none. */
function visibleFigures(
  line: Line,
  visible: PortalHome['displayed'],
): (readonly [Holder['figures'][number]['field'], Figure])[] {
  const hasForecast = visible.forecasts && Number(line.forecastedCarry ?? 0) !== 0;
  return [
    ['grossDistributed', gross(line)],
    ['netDistributed', money('Net distributed', line.totalNetDistributed)],
    ['escrow', { ...money('Escrow held', line.escrowBalance), note: partsOfEscrow(line) }],
    ...(visible.estimates ? [['accrued', accrued(line)] as const] : []),
    ...(hasForecast
      ? [['forecast', { ...money('Forecast', line.forecastedCarry), note: 'an estimate' }] as const]
      : []),
  ];
}

/** Returns the same figures with their change and series, and first the net amount paid this year. */
export function homeFigures(line: Line, { figures }: Holder, { displayed, today }: PortalHome): KeyFigure[] {
  const year = today.slice(0, 4);
  const own = figures.filter(({ currency }) => currency === line.currency);
  return [
    ...own
      .filter(({ field }) => field === 'netPaid')
      .map((figure) => toKeyFigure(figure, { label: `Net paid in ${year}`, isOfYear: true })),
    ...visibleFigures(line, displayed).map(([field, figure]) => {
      const found = own.find((candidate) => candidate.field === field);
      return { ...(found ? toKeyFigure(found, { label: figure.label }) : {}), ...figure };
    }),
  ];
}

/** Returns a note about withheld escrow that has been released or applied since. */
function partsOfEscrow({ escrowWithheld, escrowReleased, escrowApplied }: Line): string | undefined {
  const reductions = [
    [escrowReleased, 'released to you'],
    [escrowApplied, 'applied to clawbacks'],
  ] as const;
  const parts = reductions.filter(([amount]) => amount !== null && Number(amount) !== 0);
  if (parts.length === 0) return undefined;
  return [[escrowWithheld, 'withheld'] as const, ...parts]
    .map(([amount, label]) => `${valueText('money', amount)} ${label}`)
    .join(', ');
}
