import { decimal } from '@carrara/domain/kernel';
import type { TaxProfile } from '@carrara/domain/carry/tax';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import type { SourceRow } from '../run/sourceSql.ts';

export interface AssignedTaxProfiles {
  readonly byParticipant: ReadonlyMap<string, readonly string[]>;
  readonly bySource: ReadonlyMap<string, readonly string[]>;
  /** Profiles assigned to all sources. */
  readonly all: readonly string[];
  readonly ids: readonly string[];
}

/**
 * Returns the tax profiles assigned to these participants and sources. A tranche also has those of its holding, and
 * every source of an investment has those assigned to all of the investment's sources.
 */
export async function assignedTaxProfiles(
  tx: Transaction,
  sources: readonly SourceRow[],
  participantIds: readonly string[],
): Promise<AssignedTaxProfiles> {
  const containers = sources.flatMap(({ id, partId }) => (partId === null ? [id] : [id, partId]));
  const investments = sources.flatMap(({ investmentId }) => investmentId ?? []);
  const rows = await tx.prepared<{ profile: string; participant: string; container: string; investment: string }>(
    `SELECT a.tax_profile_id AS profile, a.participant_id AS participant, a.container_id AS container,
            CASE WHEN a.target_type = 'all' THEN a.investment_id END AS investment
     FROM tax_profile_assignment a JOIN tax_profile p ON p.tenant_id = a.tenant_id AND p.id = a.tax_profile_id AND NOT p.is_inactive
     WHERE a.tenant_id = $1 AND (a.participant_id = ANY ($2::uuid[]) OR a.container_id = ANY ($3::uuid[])
       OR a.target_type = 'all' AND (a.investment_id IS NULL OR a.investment_id = ANY ($4::uuid[])))
     ORDER BY lower(p.name), p.id`,
    [tx.tenantId, participantIds, containers, investments],
  );
  const byParticipant = new Map<string, string[]>();
  const byContainer = new Map<string, string[]>();
  const byInvestment = new Map<string, string[]>();
  const all: string[] = [];
  const put = (map: Map<string, string[]>, key: string, profile: string) =>
    map.set(key, [...(map.get(key) ?? []), profile]);
  for (const { profile, participant, container, investment } of rows) {
    if (participant) put(byParticipant, participant, profile);
    else if (container) put(byContainer, container, profile);
    else if (investment) put(byInvestment, investment, profile);
    else all.push(profile);
  }
  const bySource = new Map(
    sources.map(({ id, partId, investmentId }) => {
      const lists = [byContainer.get(id), byContainer.get(partId ?? ''), byInvestment.get(investmentId ?? '')];
      return [id, [...new Set(lists.flatMap((list) => list ?? []))]] as const;
    }),
  );
  return { byParticipant, bySource, all, ids: [...new Set(rows.map(({ profile }) => profile))] };
}

/** Returns active tax profiles with their active rates, in the form the engine needs. */
export async function taxProfilesById(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaxProfile>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.prepared<{
    id: string;
    characterized: boolean;
    rate: string | null;
    rates: readonly { characterizationId: string; rate: string }[];
  }>(
    `SELECT p.id, p.subject_to_characterization AS characterized, trim_scale(p.tax_rate) AS rate,
       coalesce((SELECT jsonb_agg(jsonb_build_object('characterizationId', r.tax_characterization_id, 'rate', trim_scale(r.tax_rate)::text) ORDER BY r.position)
         FROM tax_profile_rate r WHERE r.tenant_id = p.tenant_id AND r.tax_profile_id = p.id AND NOT r.is_inactive), '[]') AS rates
     FROM tax_profile p WHERE p.tenant_id = $1 AND p.id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
  return new Map(
    rows.map(({ id, characterized, rate, rates }): [string, TaxProfile] => [
      id,
      {
        id,
        subjectToCharacterization: characterized,
        ...(characterized
          ? { rates: rates.map((each) => ({ characterizationId: each.characterizationId, rate: decimal(each.rate) })) }
          : rate === null
            ? {}
            : { rate: decimal(rate) }),
      },
    ]),
  );
}
