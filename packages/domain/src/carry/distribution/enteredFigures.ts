import { decimal, type Failure, type Failures, fail, spokenMoney, zip } from '../../kernel/index.ts';
import { type RunRequest, type DetailLine, isDetermined, type RunRows } from '../run/index.ts';

const isEntered = (value: string | null | undefined): value is string => typeof value === 'string' && value !== '';

/**
 * Checks that figures sent by a caller add up and match the computed ones to the cent. The saved figures are then the
 * ones the user saw.
 *
 * Source: docs/calculations/distribution.md.
 * Fails:  NOT_RECONCILED (net is not gross - loan repayment - other adjustment - tax - escrow), FIGURES_DIFFER.
 */
export function checkEnteredFigures({ sources }: RunRequest, rows: RunRows): Failures {
  return zip(sources, rows.sources).flatMap(([{ details }, source], i) => {
    if (!details.some((d) => isEntered(d.grossCarryDistributed) || isEntered(d.netCarryDistributed))) return [];
    // An undetermined source has no figures to compare with.
    if (!isDetermined(source)) return [];
    const lines = new Map(source.details.map((line) => [keyOf(line.path, line.participantId), line]));
    return details.flatMap((detail, k): readonly Failure[] => {
      const { grossCarryDistributed: gross, netCarryDistributed: net } = detail;
      const path = ['sources', i, 'details', k];
      const line = lines.get(keyOf(detail.via, detail.participantId));
      const failures: Failure[] = [];
      if (isEntered(gross) && isEntered(net) && !matchesEntered(gross, net, detail, line)) {
        failures.push(
          fail(
            'NOT_RECONCILED',
            [...path, 'netCarryDistributed'],
            'Net must be gross less loan repayment, other adjustment, tax and escrow.',
          ),
        );
      }
      const differs = (entered: string | null | undefined, computed: string | undefined) =>
        isEntered(entered) && !decimal(entered).eq(computed ?? '0');
      for (const [name, entered, computed] of [
        ['grossCarryDistributed', gross, line?.gross],
        ['netCarryDistributed', net, line?.net],
      ] as const) {
        if (differs(entered, computed)) {
          failures.push(
            fail(
              'FIGURES_DIFFER',
              [...path, name],
              `The computed amount is ${spokenMoney(decimal(computed ?? '0'))}, not ${spokenMoney(decimal(entered ?? '0'))}.`,
            ),
          );
        }
      }
      return failures;
    });
  });
}

const keyOf = (via: readonly string[], participantId: string): string => [...via, participantId].join(' ');

type Deductions = Readonly<Record<'loanRepayment' | 'otherAdjustment' | 'tax' | 'escrow', string | null | undefined>>;

function matchesEntered(
  gross: string,
  net: string,
  entered: Partial<Deductions>,
  computed: DetailLine | undefined,
): boolean {
  const deductions = (['loanRepayment', 'otherAdjustment', 'tax', 'escrow'] as const).map((name) => {
    const amount = entered[name];
    return isEntered(amount) ? amount : (computed?.[name] ?? '0');
  });
  return deductions.reduce((remaining, amount) => remaining.minus(amount), decimal(gross)).eq(net);
}
