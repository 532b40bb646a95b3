import { loadStoredProfile } from '@carrara/adapters/postgres/carry/allocationProfile';
import { saveAllocationProfile } from '../usecases/carry/allocationProfile.ts';
import { allocate } from '@carrara/domain/kernel/apportionment';
import { decimal, type Failures, fail, err, hundred, numberText, ok, type Result } from '@carrara/domain/kernel';
import { storeAllocationProfile } from '../concepts/carry/allocationProfile.ts';
import type { RequestContext } from '../core/operations.ts';
import { by, dayAfter, type Firm, type Happening, latest } from './firm.ts';
import { exists, type PeopleFacts } from './hiring.ts';
import { enteredFund, type VintageFacts, vintageName } from './portfolio.ts';

/** A version of the profile of a fund or coinvestment, shared by everybody present on the date. */
export interface SharingDay {
  readonly container: string;
  readonly day: string;
  readonly reason: string;
  /** Transfers of shares, instead of a new version by hand. */
  readonly passes?: { readonly from: string; readonly to: readonly string[] };
}

export interface Share {
  readonly participant: string;
  readonly percent?: string;
  readonly shares?: string;
}

const scheduleOf = ({ plan, book }: Firm, participantClass: string | null | undefined) => {
  const row = plan.vestingSchedules.find((each) => each.participantClass === participantClass);
  return row ? { id: book.id('vestingSchedule', row.name) } : null;
};
const classOf = ({ plan }: Firm, code: string) =>
  plan.participants.find((each) => each.code === code)?.participantClass ?? 'Partner';

/** Saves the next version of a container's profile, or its first. */
export async function saveShares(
  firm: Firm,
  context: RequestContext,
  profile: {
    readonly containerId: string;
    readonly key: string;
    readonly name: string;
    readonly day: string;
    readonly reason: string;
    readonly shares: readonly Share[];
  },
): Promise<Result<unknown, Failures>> {
  const { book } = firm;
  const { containerId, key, name, day, reason, shares } = profile;
  const before = book.knows('profile', key) ? await currentProfile(context, containerId) : undefined;
  const head = before ? { ...before, asNewVersion: true } : {};
  const stored = await storeAllocationProfile(context, {
    params: { containerId },
    body: {
      ...head,
      name,
      effectiveDate: day,
      isCurrent: true,
      isShareBased: shares.some((share) => share.shares !== undefined),
      reason,
      entries: shares.map(({ participant, percent, shares: number }) => ({
        participantId: book.id('participant', participant),
        fixed: percent ?? null,
        shares: number ?? null,
        participantClass: book.reference('participant-class', classOf(firm, participant)),
        vestingSchedule: scheduleOf(firm, classOf(firm, participant)),
      })),
    },
  });
  return stored.map((id) => book.keep('profile', key, id));
}

async function currentProfile({ tx }: RequestContext, containerId: string) {
  const [found] = await tx.query<{ id: string; rowVersion: number }>(
    `SELECT id, row_version AS "rowVersion" FROM allocation_profile WHERE tenant_id = $1 AND container_id = $2 AND is_current`,
    [tx.tenantId, containerId],
  );
  if (!found) throw new Error(`demo: ${containerId} has no profile`);
  return found;
}

/** Saves the same shares again from a date on as the next version. An entity's shares follow its current members. */
async function renew(
  { tx }: RequestContext,
  id: string,
  { day, reason }: { readonly day: string; readonly reason: string },
): Promise<Result<string, Failures>> {
  const stored = await loadStoredProfile(tx, id);
  if (!stored) return err([fail('NOT_FOUND', ['id'], id)]);
  const entries = stored.entries.map((entry) => ({ ...entry, memberProfileId: undefined }));
  return saveAllocationProfile(
    { tx },
    {
      ...stored,
      effectiveDate: day,
      reason,
      entries,
      asNewVersion: true,
    },
  );
}

/** After a change of an entity's members, settles all profiles that name it with its current members. */
export async function settleMembers(
  context: RequestContext,
  entityId: string,
  when: { readonly day: string; readonly reason: string },
): Promise<Result<unknown, Failures>> {
  const { tx } = context;
  const naming = await tx.query<{ id: string }>(
    `SELECT p.id FROM allocation_profile p JOIN allocation_entry e ON e.tenant_id = p.tenant_id AND e.allocation_profile_id = p.id
     WHERE p.tenant_id = $1 AND p.is_current AND e.participant_id = $2`,
    [tx.tenantId, entityId],
  );
  for (const { id } of naming) {
    const renewed = await renew(context, id, when);
    if (renewed.isErr()) return renewed;
  }
  return ok(undefined);
}

/**
 * Dates the plan's profiles from the day the plan was imported, instead of the first close. This preserves the earlier
 * history.
 */
export function datePlan(firm: Firm, day: string): Happening {
  return by(firm, day, async (context) => {
    const { tx } = context;
    const early = await tx.query<{ id: string }>(
      `SELECT p.id FROM allocation_profile p WHERE p.tenant_id = $1 AND p.is_current AND EXISTS (
         SELECT FROM allocation_profile q WHERE q.tenant_id = p.tenant_id AND q.container_id = p.container_id
           AND q.version < p.version AND q.effective_date >= p.effective_date)
       ORDER BY p.id`,
      [tx.tenantId],
    );
    for (const { id } of early) {
      const renewed = await renew(context, id, { day, reason: 'The parts of the new plan hold from now on' });
      if (renewed.isErr()) return err(renewed.error);
    }
    return ok(undefined);
  });
}

const kindOf = (firm: Firm, code: string) =>
  firm.plan.coinvestments.some((each) => each.code === code) ? ('coinvestment' as const) : ('fund' as const);

/**
 * Returns the participants in the plan's profile who are present on a date, with percentages scaled up to 100. Shares
 * stay as they are.
 */
function sharesOn(firm: Firm, facts: PeopleFacts, container: string, day: string): readonly Share[] {
  const rows = firm.plan.allocationProfiles.filter(
    (row) => row.container === container && exists(firm, facts, row.participant, day) && isNamed(firm, row.participant),
  );
  if (rows.some(({ method }) => method === 'shares'))
    return rows.map(({ participant, shares }) => ({ participant, shares: shares ?? '0' }));
  const weights = rows.map(({ predilute, fixed, discretionary }) =>
    decimal(predilute ?? '0')
      .plus(fixed ?? '0')
      .plus(discretionary ?? '0'),
  );
  const parts = allocate(hundred, weights, 4);
  if (parts.isErr()) return [];
  return rows.map(({ participant }, i) => ({ participant, percent: numberText(parts.value[i] ?? hundred) }));
}
/** True if the participant isn't an entity, or the story has already founded it. */
const isNamed = ({ book, plan }: Firm, code: string) =>
  plan.participants.find((each) => each.code === code)?.type !== 'Entity' ||
  book.knows('profile', `members of ${code}`);

/** Plays the profiles of funds and coinvestments, version by version. */
export function sharing(firm: Firm, facts: PeopleFacts, days: readonly SharingDay[]): Happening[] {
  const { book, operations, plan } = firm;
  return days.map(({ container, day, reason, passes }) =>
    by(firm, day > firm.opened ? day : firm.opened.slice(0, 8) + '22', async (context) => {
      const containerId = book.id(kindOf(firm, container), container);
      if (passes) {
        const before = await currentProfile(context, containerId);
        const renewed = await renew(context, before.id, { day, reason });
        if (renewed.isErr()) return err(renewed.error);
        const { id, rowVersion } = await currentProfile(context, containerId);
        const body = {
          removed: book.id('participant', passes.from),
          recipients: passes.to.map((code) => book.id('participant', code)),
          reason,
          rowVersion,
        };
        return operations.allocationProfile.reallocateAllocationProfile(context, { params: { id }, body });
      }
      const name = plan.allocationProfiles.find((row) => row.container === container)?.profile;
      const shares = sharesOn(firm, facts, container, day);
      const key = `of ${container}`;
      return saveShares(firm, context, { containerId, key, name: name ?? container, day, reason, shares });
    }),
  );
}

/** Plays the profiles of vintages: the fund's people share the investments of those years. */
export function vintageSharing(firm: Firm, facts: PeopleFacts, vintages: readonly VintageFacts[]): Happening[] {
  return vintages.flatMap((vintage) => {
    const { fund, from, shares: total, joined } = vintage;
    const key = vintageName(vintage);
    const save = (day: string, reason: string, newcomer?: VintageFacts['joined']) =>
      by(firm, day, async (context) => {
        const percents = percentsOf(sharesOn(firm, facts, fund, day), newcomer);
        const shares = total ? inShares(percents, total) : percents;
        const containerId = firm.book.id('vintage', key);
        return saveShares(firm, context, { containerId, key, name: `${key} Allocation Profile`, day, reason, shares });
      });
    const first = dayAfter(latest(enteredFund(firm, fund), `${from}-01-04`), 8);
    return [
      save(first, `What ${fund} buys from ${from}`),
      ...(joined ? [save(joined.day, joined.reason, joined)] : []),
    ];
  });
}

/** Splits the total number of shares by percentages. */
function inShares(percents: ReturnType<typeof percentsOf>, total: string): readonly Share[] {
  const weights = percents.map(({ percent }) => decimal(percent));
  const parts = allocate(decimal(total), weights, 2).unwrapOr([]);
  return percents.map(({ participant }, i) => ({ participant, shares: numberText(parts[i] ?? decimal(total)) }));
}

/** Converts shares to percentages, after giving a newcomer their part. */
function percentsOf(shares: readonly Share[], newcomer: VintageFacts['joined']) {
  const weights = shares.map((share) => decimal(share.percent ?? share.shares ?? '0'));
  const rest = newcomer ? hundred.minus(newcomer.percent) : hundred;
  const parts = allocate(rest, weights, 4).unwrapOr([]);
  const all = shares.map(({ participant }, i) => ({ participant, percent: numberText(parts[i] ?? hundred) }));
  return newcomer ? [...all, { participant: newcomer.participant, percent: newcomer.percent }] : all;
}

/** Plays the plan's profiles of single tranches, from the date when everybody in them is present. */
export function trancheSharing(firm: Firm, facts: PeopleFacts, dayOf: (tranche: string) => string): Happening[] {
  const { book, plan } = firm;
  const tranches = [
    ...new Set(
      plan.allocationProfiles
        .filter(({ containerType }) => containerType === 'Tranche')
        .map(({ container }) => container),
    ),
  ];
  return tranches.map((tranche) => {
    const rows = plan.allocationProfiles.filter(({ container }) => container === tranche);
    const [first] = rows;
    return by(firm, dayOf(tranche), async (context) =>
      storeAllocationProfile(context, {
        params: { containerId: book.id('tranche', tranche) },
        body: {
          name: first?.profile ?? tranche,
          effectiveDate: first?.effectiveDate ?? '',
          isCurrent: true,
          isShareBased: false,
          reason: 'A deal team of its own',
          entries: rows.map((row) => ({
            participantId: book.id('participant', row.participant),
            predilute: row.predilute ?? null,
            fixed: row.fixed ?? null,
            discretionary: row.discretionary ?? null,
            participantClass: book.reference('participant-class', row.participantClass),
            vestingSchedule: row.vestingSchedule ? { id: book.id('vestingSchedule', row.vestingSchedule) } : null,
          })),
        },
      }),
    );
  });
}
