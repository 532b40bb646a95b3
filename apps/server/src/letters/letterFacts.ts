import {
  assembleSources,
  loadLabels,
  loadRun,
  loadShownHead,
  type PayeeFacts,
  payeeFacts,
  type ShownHead,
  type TrancheHolder,
  trancheHolders,
  type VestedOfRun,
  vestedOfRun,
} from '@carrara/adapters/postgres/carry/distribution';
import type { Letterhead } from '@carrara/adapters/pdf';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork';
import { loadTenant, type StoredTenant } from '@carrara/adapters/postgres/platform/tenant';
import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { problemsOf } from '../concepts/carry/readDistribution.ts';

/** Everything that letters of a run are made of. */
export interface LetterFacts {
  readonly distribution: ShownHead & Pick<Distribution, 'distributionSources'>;
  readonly head: Letterhead;
  readonly payees: readonly PayeeFacts[];
  readonly holders: readonly TrancheHolder[];
  readonly vesting: readonly VestedOfRun[];
}

/** Whose letter it is. */
export function letterheadOf({ name, settings: { logo, navigationBarColor: colour } }: StoredTenant): Letterhead {
  return {
    tenantName: name,
    ...(typeof logo === 'string' ? { logo } : {}),
    ...(typeof colour === 'string' ? { colour } : {}),
  };
}

interface Row {
  readonly participant: { readonly participantId: string };
  readonly memberDetails: readonly Row[];
}
const idsOf = (rows: readonly Row[]): string[] =>
  rows.flatMap(({ participant, memberDetails }) => [participant.participantId, ...idsOf(memberDetails)]);

/**
 * A run of which people can be told what they get.
 *
 * Fails:  NOT_FOUND, NOT_DETERMINED (of a draft with a source that cannot be computed nobody is told an amount).
 */
export async function runWithLetters(tx: Transaction, id: string): Promise<Result<ShownHead, Failures>> {
  const head = await loadShownHead(tx, id);
  if (!head) return err([fail('NOT_FOUND', ['id'], 'Distribution not found')]);
  if (head.isDetermined) return ok(head);
  const reasons = [...new Set(problemsOf(head).map(({ message }) => message))].join(' ');
  return err([fail('NOT_DETERMINED', [], `What everybody gets is not determined. ${reasons}`.trim())]);
}

/**
 * Reads a run with what its letters say beside it: one statement for each kind of fact, however many payees there are.
 *
 * Fails:  as `runWithLetters`.
 */
export async function readLetterFacts(tx: Transaction, id: string): Promise<Result<LetterFacts, Failures>> {
  const found = await runWithLetters(tx, id);
  if (found.isErr()) return err(found.error);
  const rows = await loadRun(tx, id);
  const sources = assembleSources(rows, await loadLabels(tx, rows));
  const participants = [...new Set(sources.flatMap(({ details }) => idsOf(details)))];
  return ok({
    distribution: { ...found.value, distributionSources: sources },
    head: letterheadOf(await loadTenant(tx)),
    payees: await payeeFacts(tx, participants, found.value.distributionDate),
    holders: await trancheHolders(
      tx,
      sources.map(({ source }) => source.id),
    ),
    vesting: await vestedOfRun(tx, id),
  });
}
