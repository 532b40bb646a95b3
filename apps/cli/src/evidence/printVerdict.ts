import { explainEvidence, verifyEvidence } from '@carrara/domain/carry/evidence';
import type { Outcome } from '../run/exitCode.ts';
import type { Run } from '../run/act.ts';
import { readPack } from './readPack.ts';
import { numberText } from '../run/countText.ts';

export interface EvidenceOptions {
  readonly explain?: true;
}

/** The number of differences that are printed; `--json` has them all. */
const displayedDifferences = 50;

/** Recomputes the run of a pack and prints the result. */
export async function printVerdict(run: Run, file: string | undefined, options: EvidenceOptions): Promise<Outcome> {
  const { pack, digest } = await readPack(run, file);
  const isWhole = digest === pack.sha256;
  const { figures, differences, refusal, isEqual } = verifyEvidence(pack);
  const outcome: Outcome = isWhole && isEqual ? 'done' : 'refused';
  if (options.explain) {
    await run.print(JSON.stringify(explainEvidence(pack), null, 2));
    return outcome;
  }
  const nameOf = (id: string) => pack.names[id] ?? id;
  const { kind, name, status } = pack.run;
  const { engineVersion } = pack.computed;
  if (run.json) {
    const named = differences.map((difference) => ({ ...difference, location: difference.location.map(nameOf) }));
    const found = {
      run: pack.run,
      engineVersion,
      isEqual,
      isWhole,
      figures,
      differences: named,
      refusal,
      sha256: digest,
    };
    await run.print(JSON.stringify(found, null, 2));
    return outcome;
  }
  await run.print(
    [
      `${name} (${kind}, ${status}, engine version ${engineVersion})`,
      ...(isWhole ? [] : ['The file was changed: its content doesn’t match the SHA-256 in it.']),
      ...(refusal === undefined ? [] : [`It can’t be recomputed: ${refusal}`]),
      ...differences
        .slice(0, displayedDifferences)
        .map(
          ({ location, figure, stored, computed }) =>
            `  ${[...location.map(nameOf), figure].join(' > ')}: ${stored} in the pack, ${computed} recomputed`,
        ),
      ...(differences.length > displayedDifferences
        ? [`  and ${numberText(differences.length - displayedDifferences)} more (--json has them all)`]
        : []),
      isEqual ? `Equal: all ${numberText(figures)} figures match.` : 'Not equal.',
      `SHA-256 ${digest}`,
    ].join('\n'),
  );
  return outcome;
}
