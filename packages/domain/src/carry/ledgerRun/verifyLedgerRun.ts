import { pairByKey } from '../../kernel/index.ts';
import { type AccountKey, accountKey } from '../ledger/index.ts';
import { runInputFromJson, type RunDifference, type RunVerification } from '../run/index.ts';
import type { LedgerInput } from './computeLedgerRun.ts';
import { computeLedgerRunAt } from './engineVersions.ts';
import { type LedgerLine, lineFigures, reversedLines } from './ledgerLine.ts';
import type { StoredLedgerRun } from './ledgerRunDraft.ts';

type Row = Omit<LedgerLine, 'id'>;

/** Recomputes a stored ledger run from its stored inputs and compares its rows to the cent. Source: docs/calculations/account-entries.md, decision 0019. */
export function verifyLedgerRun(
  stored: readonly LedgerLine[],
  storedRun: StoredLedgerRun,
  engineVersion: string,
): RunVerification {
  const again = computeLedgerRunAt(engineVersion, storedRun.request, runInputFromJson<LedgerInput>(storedRun.input));
  if (again.isErr()) return { figures: 0, differences: [], refusal: again.error.map(({ code }) => code).join(', ') };
  return compareLines(stored, again.value);
}

/** Compares a reversal with the original run: each figure must have the opposite sign. */
export const verifyLedgerReversal = (stored: readonly LedgerLine[], undone: readonly LedgerLine[]): RunVerification =>
  compareLines(
    stored,
    reversedLines(undone, () => ''),
  );

/** Keys rows by account. Rows of the same account are distinguished by their order. */
function byPosition(rows: readonly Row[]): ReadonlyMap<string, Row> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const key = accountKey(row);
      const count = seen.get(key) ?? 0;
      seen.set(key, count + 1);
      return [`${key} ${String(count)}`, row];
    }),
  );
}

const locationOf = ({ sourceId, via, participantId }: AccountKey) => [sourceId, ...via, participantId];

function compareLines(stored: readonly Row[], computed: readonly Row[]): RunVerification {
  const [storedRows, again] = [byPosition(stored), byPosition(computed)];
  const names = ['escrowBefore', ...lineFigures] as const;
  const missing = 'none';
  const differences = pairByKey(storedRows, again).flatMap(({ before, after, latest }) =>
    names.flatMap((figure): RunDifference[] => {
      const [first, other] = [before?.[figure] ?? missing, after?.[figure] ?? missing];
      return first === other ? [] : [{ location: locationOf(latest), figure, stored: first, computed: other }];
    }),
  );
  return { figures: computed.length * names.length, differences };
}
