import { err, fail, type Failure, type Failures, ok, type Result } from '@carrara/domain/kernel';
import type { TransferChoice, TransferResolution } from '@carrara/domain/platform/dataTransfer';

interface Conflict {
  readonly field: string;
  readonly title: string;
  /** The choice made for the field in an earlier transfer of the fund, if it still applies. */
  readonly earlierChoice: { readonly choice: TransferChoice } | null;
}

/** Returns the choices for the conflicts of one fund. */
export const choiceIn =
  (resolutions: readonly TransferResolution[], fundId: string) =>
  (field: string): TransferChoice | undefined =>
    resolutions.find((resolution) => resolution.fundId === fundId && resolution.field === field)?.choice;

/**
 * Returns each conflict of a transfer with the choice made for it, now or in an earlier transfer.
 *
 * Fails: NOT_FOUND (a choice for a fund that isn't in the transfer), CHANGED_HERE (a conflict without a choice).
 */
export function settleConflicts<C extends Conflict>(
  funds: readonly { readonly fund: { readonly id: string; readonly name: string }; readonly conflicts: readonly C[] }[],
  resolutions: readonly TransferResolution[],
): Result<readonly (C & TransferResolution)[], Failures> {
  const open: Failure[] = resolutions.flatMap(({ fundId }, i) =>
    funds.some(({ fund }) => fund.id === fundId)
      ? []
      : [
          fail(
            'NOT_FOUND',
            ['resolutions', i, 'fundId'],
            'This fund isn’t in the transfer. Remove its choice, or open the transfer again to see its funds.',
          ),
        ],
  );
  const settled = funds.flatMap(({ fund: { id: fundId, name }, conflicts }) =>
    conflicts.flatMap((conflict) => {
      const choice = choiceIn(resolutions, fundId)(conflict.field) ?? conflict.earlierChoice?.choice;
      if (choice !== undefined) return [{ ...conflict, fundId, choice }];
      const text = `${name}: ${conflict.title} was entered or changed here and differs from the transfer. Choose 'Theirs' or 'Ours'.`;
      open.push(fail('CHANGED_HERE', ['resolutions', fundId, conflict.field], text));
      return [];
    }),
  );
  return open.length > 0 ? err(open) : ok(settled);
}
