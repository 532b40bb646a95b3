import type { Command } from 'commander';
import { act, withExamples } from '../run/act.ts';
import type { World } from '../run/world.ts';
import type { EvidenceOptions } from './printVerdict.ts';

/** `carrara calc evidence FILE`: recomputes the run of a pack, without a server, and compares the results. */
export function addEvidence(command: Command, world: World): void {
  command
    .description(
      'Recompute a run from its evidence pack, with the engine version that computed it, and compare every figure. Exits with 1 if a ' +
        'figure differs or the pack was changed.',
    )
    .argument('[file]', 'the pack (default: standard input)')
    .option('--explain', 'print the whole calculation, down to the inputs, as JSON');
  withExamples(command, "carrara calc evidence 'Q3 2026 carry distribution - evidence.json'");
  act(command, world, async (run, file: string | undefined, options: EvidenceOptions) =>
    (await import('./printVerdict.ts')).printVerdict(run, file, options),
  );
}
