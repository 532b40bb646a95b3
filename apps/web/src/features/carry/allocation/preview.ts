import {
  type AllocationProfile,
  checkProfileComplete,
  checkProfileUse,
  computeProfile,
  reallocate,
  SHARES_DECIMALS,
} from '@carrara/domain/carry/allocation';
import { type Decimal, decimal, type Failures, numberText } from '@carrara/domain/kernel';
import { inputText } from '@carrara/ui/value/readNumber.ts';
import type { DraftEntry } from './draft.ts';
import type { EntryChoices } from './useEntryChoices.ts';

interface Notice {
  readonly tone: 'warn' | 'bad' | 'info' | 'ok';
  readonly text: string;
}

/** The domain's evaluation of a draft: all effective percentages, the totals, and problems by entry and field. */
export interface ProfilePreview {
  readonly effectives: ReadonlyMap<string, string>;
  readonly totals: Readonly<Record<string, string | null>>;
  readonly unallocated: string | null;
  readonly problems: ReadonlyMap<string, string>;
  readonly notices: readonly Notice[];
}

export const problemKey = (participantId: string, field: string): string => `${participantId} ${field}`;

const optional = (text: string | null) => (text === null || text === '' ? undefined : decimal(text));

const domainProfile = (entries: readonly DraftEntry[], isShareBased: boolean): AllocationProfile => ({
  method: isShareBased ? 'shares' : 'percent',
  entries: entries.map((entry) => ({
    id: entry.participantId,
    predilute: isShareBased ? undefined : optional(entry.predilute),
    fixed: isShareBased ? undefined : optional(entry.fixed),
    discretionary: isShareBased ? undefined : optional(entry.discretionary),
    shares: isShareBased ? optional(entry.shares) : undefined,
  })),
});

export interface PreviewInput {
  readonly entries: readonly DraftEntry[];
  readonly isShareBased: boolean;
  readonly choices: Pick<EntryChoices, 'schedules' | 'entityProfiles'>;
  /** True if the profile splits an entity among its members, which must total exactly 100. */
  readonly ofEntity: boolean;
}

/** Runs the rules of the domain over a draft in the browser. The server uses the same code when it saves. */
export function previewProfile({ entries, isShareBased, choices, ofEntity }: PreviewInput): ProfilePreview {
  const problems = completeness(entries, choices);
  const computed = computeProfile(domainProfile(entries, isShareBased));
  if (computed.isErr()) {
    locateProblems(problems, entries, computed.error, { NEGATIVE_INPUT: 'can’t be negative' });
    const notices = computed.error.some(({ code }) => code === 'NO_SHARES') ? [noShares] : [];
    return {
      effectives: new Map(),
      totals: {},
      unallocated: null,
      problems,
      notices: entries.length > 0 ? notices : [],
    };
  }
  const { totals, unallocated } = computed.value;
  computed.value.entries.forEach((entry) => {
    if (entry.error)
      problems.set(problemKey(entry.id, 'predilute'), 'can’t be combined with a fixed or discretionary percentage');
  });
  const use = checkProfileUse(computed.value, { entityMembers: ofEntity });
  return {
    effectives: new Map(computed.value.entries.map(({ id, effective }) => [id, numberText(effective)])),
    totals: {
      predilute: numberText(totals.predilute),
      fixed: numberText(totals.fixed),
      discretionary: numberText(totals.discretionary),
      shares: numberText(totals.shares),
      effective: numberText(totals.effective),
    },
    unallocated: numberText(unallocated),
    problems,
    notices:
      entries.length === 0
        ? []
        : noticesOf(use, inputText(numberText(totals.effective)), inputText(numberText(unallocated))),
  };
}

const noShares: Notice = { tone: 'warn', text: 'A share-based profile needs at least one entry with shares.' };

function noticesOf(failures: Failures, total: string, unallocated: string): Notice[] {
  return failures.flatMap(({ code }): Notice[] => {
    if (code === 'OVER_ALLOCATED')
      return [
        {
          tone: 'bad',
          text: `Over-allocated: ${total}% instead of 100%. You can save the profile as a draft, but you can’t use it.`,
        },
      ];
    if (code === 'UNALLOCATED_NOT_ACKNOWLEDGED')
      return [
        {
          tone: 'warn',
          text: `Unallocated: ${unallocated}%. A distribution that uses this profile needs an acknowledgment.`,
        },
      ];
    if (code === 'MEMBERS_NOT_100')
      return [
        { tone: 'warn', text: `The members total ${total}%. You can use the profile once they total exactly 100%.` },
      ];
    if (code === 'NOTHING_ALLOCATED') return [{ tone: 'warn', text: 'Nobody has a share yet.' }];
    return [];
  });
}

const missing: Readonly<Record<string, string>> = {
  CLASS_REQUIRED: 'is missing',
  VESTING_SCHEDULE_REQUIRED: 'is missing',
  SCHEDULE_OF_OTHER_CLASS: 'belongs to a different class than the entry',
  MEMBER_PROFILE_MISSING: "is missing. Create a valid profile of the entity's members.",
  PARTICIPANT_DUPLICATE: 'is named twice',
};
const columns: Readonly<Record<string, string>> = {
  participantClassId: 'participantClass',
  memberProfileId: 'profile',
  participantId: 'name',
};

function completeness(
  entries: readonly DraftEntry[],
  { schedules, entityProfiles }: PreviewInput['choices'],
): Map<string, string> {
  const failures = checkProfileComplete(
    entries.map((entry) => {
      const schedule = schedules.find(({ id }) => id === entry.vestingSchedule?.id);
      return {
        participantId: entry.participantId,
        participantType: entry.type.toLowerCase() as 'employee' | 'trust' | 'entity',
        participantClassId: entry.participantClass?.id,
        vestingSchedule: entry.vestingSchedule
          ? { id: entry.vestingSchedule.id, participantClassId: schedule?.participantClass?.id }
          : undefined,
        memberProfileId: entry.profile?.id,
      };
    }),
  );
  const problems = new Map<string, string>();
  locateProblems(problems, entries, failures, missing);
  for (const entry of entries)
    if (isOfOtherEntity(entry, entityProfiles))
      problems.set(problemKey(entry.participantId, 'profile'), 'belongs to another entity');
  return problems;
}

/** The grid offers the profiles of all entities in one list, so an entity could get the profile of another one. True in that case. */
const isOfOtherEntity = ({ entityId, profile }: DraftEntry, entityProfiles: EntryChoices['entityProfiles']): boolean =>
  profile !== null &&
  [...entityProfiles].some(([id, own]) => id !== entityId && own.some((reference) => reference.id === profile.id));

function locateProblems(
  problems: Map<string, string>,
  entries: readonly DraftEntry[],
  failures: Failures,
  texts: Readonly<Record<string, string>>,
): void {
  for (const { code, path, detail } of failures) {
    const entry = entries[Number(path[1])];
    const field = String(path[2]);
    if (entry) problems.set(problemKey(entry.participantId, columns[field] ?? field), texts[code] ?? detail);
  }
}

interface ReallocationPreview {
  readonly entries: readonly DraftEntry[];
  readonly changes: readonly {
    readonly participantId: string;
    readonly adjustment: string;
    readonly effective: string;
  }[];
}
export type ReallocationOutcome = ReallocationPreview | { readonly refused: string };

const refusals: Readonly<Record<string, string>> = {
  NO_RECIPIENTS: 'Choose at least one recipient.',
  NOTHING_TO_REALLOCATE: 'There is no percentage to reallocate.',
  RECIPIENTS_HAVE_NOTHING: 'The recipients have no rates to use as proportions. Choose a recipient with a rate.',
  NO_ROOM_FOR_PREDILUTE: 'The profile is over-allocated. Correct that first.',
};

/** Removes an entry and gives its rate to the recipients, by the rule of the domain. */
export function previewReallocation(
  entries: readonly DraftEntry[],
  isShareBased: boolean,
  removed: string,
  recipients: readonly string[],
): ReallocationOutcome {
  const done = reallocate({
    ...domainProfile(entries, isShareBased),
    removed,
    recipients,
    sharesDecimals: SHARES_DECIMALS,
  });
  if (done.isErr()) {
    const [first] = done.error;
    return { refused: refusals[first?.code ?? ''] ?? first?.detail ?? 'This rate can’t be reallocated.' };
  }
  const byId = new Map(done.value.entries.map((entry) => [entry.id, entry]));
  const roundedText = (value: Decimal | undefined) =>
    value === undefined || value.isZero() ? null : numberText(value);
  const written = entries
    .filter(({ participantId }) => participantId !== removed)
    .map((entry) => {
      const after = byId.get(entry.participantId);
      return isShareBased
        ? { ...entry, shares: roundedText(after?.shares) }
        : {
            ...entry,
            predilute: roundedText(after?.predilute),
            fixed: roundedText(after?.fixed),
            discretionary: roundedText(after?.discretionary),
          };
    });
  return {
    entries: written,
    changes: done.value.entries
      .filter(({ id }) => recipients.includes(id))
      .map(({ id, adjustment, effective }) => ({
        participantId: id,
        adjustment: numberText(adjustment),
        effective: numberText(effective),
      })),
  };
}
