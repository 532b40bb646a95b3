import {
  type PayeeFacts,
  payeeFacts,
  type TrancheHolder,
  trancheHolders,
  type VestedOfRun,
  vestedOfRun,
} from '@carrara/adapters/postgres/carry/distribution';
import type { Letterhead } from '@carrara/adapters/pdf';
import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import { err, type Failures, fail, ok, type Result } from '@carrara/domain/kernel';
import { readDistribution } from '../concepts/carry/readDistribution.ts';
import type { RequestContext } from '../operations.ts';

/** Everything that letters of a run are made of, as plain data: it is handed to another thread. */
export interface LetterFacts {
  readonly distribution: Distribution;
  readonly head: Letterhead;
  readonly payees: readonly PayeeFacts[];
  readonly holders: readonly TrancheHolder[];
  readonly vesting: readonly VestedOfRun[];
}

/** Whose letter it is. */
function letterheadOf({ tenant }: RequestContext): Letterhead {
  const { logo, navigationBarColor: colour } = tenant.settings;
  return {
    tenantName: tenant.name,
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
 * Reads a run with what its letters say beside it: one statement for each kind of fact, however many payees there are.
 *
 * Fails:  NOT_FOUND, NOT_DETERMINED (of a draft with a source that cannot be computed nobody is told an amount).
 */
export async function readLetterFacts(context: RequestContext, id: string): Promise<Result<LetterFacts, Failures>> {
  const found = await readDistribution(context, id);
  if (found.isErr()) return err(found.error);
  const distribution = found.value;
  if (!distribution.isDetermined) {
    const reasons = [...new Set(distribution.problems.map(({ message }) => message))].join(' ');
    return err([fail('NOT_DETERMINED', [], `What everybody gets is not determined. ${reasons}`.trim())]);
  }
  const sources = distribution.distributionSources;
  const participants = [...new Set(sources.flatMap(({ details }) => idsOf(details)))];
  const { tx } = context;
  return ok({
    distribution,
    head: letterheadOf(context),
    payees: await payeeFacts(tx, participants, distribution.distributionDate),
    holders: await trancheHolders(
      tx,
      sources.map(({ source }) => source.id),
    ),
    vesting: await vestedOfRun(tx, id),
  });
}
