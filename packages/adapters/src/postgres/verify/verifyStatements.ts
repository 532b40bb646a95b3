import { asText } from '@carrara/contract/core/asText';
import { sameJson } from '@carrara/domain/carry/run';
import { statementAt, type StatementText } from '@carrara/domain/compensation/statement';
import { releasesToVerify } from '../compensation/statement/releases.ts';
import type { Transaction } from '../engine/unitOfWork/transaction.ts';
import type { Finding } from './finding.ts';
import { guardedRun, type RunReport } from './verifyDistributions.ts';

type Release = Awaited<ReturnType<typeof releasesToVerify>>[number];

/**
 * Recomputes every released statement from its stored input, by the rules that created it, and compares the result with
 * the stored figures.
 */
export async function* verifyStatements(tx: Transaction): AsyncGenerator<RunReport> {
  for (const release of await releasesToVerify(tx)) {
    const name = `${release.name} ${release.year}`;
    const location = ['compensation statement', name];
    const head = { id: release.statementId, name, status: release.status };
    yield await guardedRun(tx, location, head, async () => {
      const again = computeAgain(release);
      const findings =
        typeof again === 'string' ? [{ location, description: again }] : differences(location, again, release.figures);
      return {
        ...head,
        figures: typeof again === 'string' ? 0 : again.currencies.reduce((sum, { figures }) => sum + figures.length, 0),
        postings: 0,
        findings: [
          ...findings,
          ...(release.inputs.year === release.year
            ? []
            : [{ location, description: 'year', was: String(release.year), is: String(release.inputs.year) }]),
        ],
      };
    });
  }
}

/** Recomputes a statement. Inputs that were tampered with may be unreadable. */
function computeAgain({ engineVersion, inputs }: Release): StatementText | string {
  try {
    return (
      statementAt(engineVersion, inputs) ??
      `can’t be recomputed from its stored input: rule version ${engineVersion} doesn’t exist`
    );
  } catch {
    return 'can’t be recomputed, because its stored input isn’t readable. Somebody may have changed it in the database';
  }
}

/** Lists the differences, figure by figure if both have the same number of parts. */
function differences(location: readonly string[], again: StatementText, saved: StatementText): readonly Finding[] {
  if (sameJson(again, saved)) return [];
  const figures = again.currencies.flatMap(({ currency, figures: own }) => {
    const before = saved.currencies?.find((candidate) => candidate.currency === currency);
    return own.flatMap(({ figure, amount }): readonly Finding[] => {
      const stored = before?.figures?.find((candidate) => candidate.figure === figure)?.amount ?? null;
      return stored === amount
        ? []
        : [{ location, description: `${asText(figure)} in ${currency}`, stored, computed: amount }];
    });
  });
  return figures.length > 0 ? figures : [{ location, description: 'its figures' }];
}
