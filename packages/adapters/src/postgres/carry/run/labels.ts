import type { DetailLine, OutlineLine, Remark, SourceLine, TaxLine } from '@carrara/domain/carry/run';
import type { Failure } from '@carrara/domain/kernel';
import type { Transaction } from '../../engine/unitOfWork/transaction.ts';
import { type SourceRow, sourceColumns } from './sourceSql.ts';
import { fullName } from '../../engine/texts/personName.ts';

interface ParticipantLabel {
  readonly id: string;
  readonly type: 'Employee' | 'Trust' | 'Entity';
  readonly name: string;
  readonly code: string | null;
  readonly businessTitle: string | null;
  readonly isForeign: boolean;
  readonly isEscrowExempt: boolean;
  readonly defaultEscrow: string | null;
}
interface SourceLabel extends SourceRow {
  readonly fund: { readonly id: string; readonly code: string | null; readonly name: string } | null;
}
interface ReferenceLabel {
  readonly id: string;
  readonly code: string | null;
  readonly description: string | null;
}
interface NamedLabel {
  readonly id: string;
  readonly name: string;
}

/** Names for displaying a distribution. */
export interface RunLabels {
  readonly participants: ReadonlyMap<string, ParticipantLabel>;
  readonly sources: ReadonlyMap<string, SourceLabel>;
  readonly profiles: ReadonlyMap<string, NamedLabel & { readonly version: number }>;
  readonly taxProfiles: ReadonlyMap<string, NamedLabel>;
  readonly characterizations: ReadonlyMap<string, ReferenceLabel>;
  /** Names of tax rates, by profile and characterization. */
  readonly rates: ReadonlyMap<string, { readonly id: string; readonly name: string }>;
}

const byId = <R extends { readonly id: string }>(rows: readonly R[]) => new Map(rows.map((row) => [row.id, row]));
const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];

/** The parts of rows that refer to records. */
interface NamingRows {
  readonly sources: readonly (Pick<SourceLine, 'sourceId' | 'profileId'> & {
    readonly characterizations: readonly { readonly id: string }[];
    readonly forfeitures?: SourceLine['forfeitures'];
    readonly details: readonly (Pick<DetailLine, 'participantId'> & {
      readonly taxes: readonly Pick<TaxLine, 'taxProfileId' | 'characterizationId'>[];
    })[];
  })[];
}

/** Loads the names for the rows of a run, with one query per kind of record. */
export async function loadLabels(
  tx: Transaction,
  { sources }: NamingRows,
  outlines: Iterable<readonly Pick<OutlineLine, 'participantId'>[]> = [],
): Promise<RunLabels> {
  // Loops instead of intermediate arrays: a run may have a hundred thousand rows that name only a few hundred records.
  const taxIds = new Set<string | null>();
  const kinds = new Set<string | null>();
  const people = new Set<string>();
  for (const { details, characterizations, forfeitures = [] } of sources) {
    for (const { participantId, via = [], recipients } of forfeitures)
      for (const personId of [participantId, ...via, ...recipients.map(({ participantId: id }) => id)])
        people.add(personId);
    for (const { id } of characterizations) kinds.add(id);
    for (const { participantId, taxes } of details) {
      people.add(participantId);
      for (const { taxProfileId, characterizationId } of taxes) {
        taxIds.add(taxProfileId);
        kinds.add(characterizationId);
      }
    }
  }
  for (const lines of outlines) for (const { participantId } of lines) people.add(participantId);
  const taxProfileIds = distinct([...taxIds]);
  const characterizationIds = distinct([...kinds]);
  const args = (ids: readonly string[]) => [tx.tenantId, ids];
  const participants = await tx.prepared<ParticipantLabel>(
    `SELECT p.id, initcap(p.kind) AS type, p.name, p.code, e.business_title AS "businessTitle", p.is_foreign AS "isForeign",
       p.is_escrow_exempt AS "isEscrowExempt", trim_scale(p.default_escrow) AS "defaultEscrow"
     FROM participant p LEFT JOIN employee e ON e.tenant_id = p.tenant_id AND e.id = p.id WHERE p.tenant_id = $1 AND p.id = ANY ($2::uuid[])`,
    args([...people]),
  );
  const containers = await tx.prepared<SourceLabel>(
    `SELECT ${sourceColumns}, (SELECT jsonb_build_object('id', x.id, 'code', x.code, 'name', x.name) FROM container x
       WHERE x.tenant_id = c.tenant_id AND x.id = c.fund_id) AS fund
     FROM source_facts c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[])`,
    args(sources.map(({ sourceId }) => sourceId)),
  );
  const profiles = await tx.prepared<NamedLabel & { version: number }>(
    'SELECT id, name, version FROM allocation_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    args(distinct(sources.map(({ profileId }) => profileId))),
  );
  const taxProfiles = await tx.prepared<NamedLabel>(
    'SELECT id, name FROM tax_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    args(taxProfileIds),
  );
  const rates = await tx.prepared<{ id: string; profile: string; characterization: string; name: string }>(
    `SELECT r.id, r.tax_profile_id AS profile, r.tax_characterization_id AS characterization, coalesce(r.name, c.description) AS name
     FROM tax_profile_rate r JOIN reference_entry c ON c.tenant_id = r.tenant_id AND c.id = r.tax_characterization_id
     WHERE r.tenant_id = $1 AND r.tax_profile_id = ANY ($2::uuid[])`,
    args(taxProfileIds),
  );
  const characterizations = await tx.prepared<ReferenceLabel>(
    'SELECT id, code, description FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])',
    args(characterizationIds),
  );
  return {
    participants: byId(participants),
    sources: byId(containers),
    profiles: byId(profiles),
    taxProfiles: byId(taxProfiles),
    characterizations: byId(characterizations),
    rates: new Map(
      rates.map(({ id, profile, characterization, name }) => [`${profile} ${characterization}`, { id, name }]),
    ),
  };
}

/** Returns the name of a tax row: the profile's name, with the kind of income if the rate depends on it. */
export function taxName(
  { taxProfiles, rates, characterizations }: RunLabels,
  tax: { readonly taxProfileId: string | null; readonly characterizationId: string | null },
): string {
  if (tax.taxProfileId === null) return 'Set by hand';
  const profile = taxProfiles.get(tax.taxProfileId)?.name ?? '';
  if (tax.characterizationId === null) return profile;
  const rate = rates.get(`${tax.taxProfileId} ${tax.characterizationId}`)?.name;
  return `${profile} - ${rate ?? characterizations.get(tax.characterizationId)?.description ?? ''}`;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

type Message = Pick<Failure, 'detail'>;

/** Capitalizes a failure's text, unless it begins with an identifier that will be replaced by a name. */
const asSentence = <F extends Message>(failure: F): F => ({
  ...failure,
  detail: /^[a-z]+\b(?!-)/.test(failure.detail)
    ? failure.detail.charAt(0).toUpperCase() + failure.detail.slice(1)
    : failure.detail,
});

/** SQL for the name of the container `c`, with its fund or coinvestment if another container has the same name. */
const distinctName = `c.name || coalesce(
  (SELECT ' (' || h.name || ')' FROM source_facts f
     JOIN container h ON h.tenant_id = f.tenant_id AND h.id = coalesce(f.coinvestment_id, f.fund_id) AND h.id <> f.id
   WHERE f.tenant_id = c.tenant_id AND f.id = c.id
     AND EXISTS (SELECT FROM container o WHERE o.tenant_id = c.tenant_id AND o.kind = c.kind AND o.name = c.name AND o.id <> c.id)), '')`;

/** Replaces identifiers with names, so that people can read why a rule refused something. */
export async function readableFailures<F extends Message>(tx: Transaction, failures: readonly F[]): Promise<F[]> {
  const ids = [...new Set(failures.flatMap(({ detail }) => detail.match(uuid) ?? []))];
  if (ids.length === 0) return failures.map(asSentence);
  const rows = await tx.query<{ id: string; name: string }>(
    `SELECT id, name FROM participant WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT c.id, ${distinctName} FROM container c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND c.kind <> 'entity'
     UNION ALL SELECT id, name FROM tax_profile WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, name FROM ledger_run WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT id, description FROM reference_entry WHERE tenant_id = $1 AND id = ANY ($2::uuid[])
     UNION ALL SELECT p.id, ${fullName('p')} FROM membership m JOIN person p ON p.id = m.person_id
       WHERE m.tenant_id = $1 AND m.person_id = ANY ($2::uuid[])`,
    [tx.tenantId, ids],
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return failures.map(asSentence).map((failure) => ({
    ...failure,
    detail: failure.detail.replace(uuid, (id) => names.get(id.toLowerCase()) ?? id),
  }));
}

/** Replaces identifiers in the messages of remarks with names. */
export async function readableRemarks(tx: Transaction, remarks: readonly Remark[]): Promise<Remark[]> {
  const readable = await readableFailures(
    tx,
    remarks.map((remark) => ({ remark, detail: remark.message })),
  );
  return readable.map(({ remark, detail }) => ({ ...remark, message: detail }));
}
