import type { DraftContent } from '@carrara/contract/carry/distributionDraft';
import type { Distribution } from '@carrara/contract/carry/distributionRecord';
import type { DistributionSource } from '@carrara/contract/carry/distributionRun';
import type { GridEdit } from '@carrara/ui/grid';
import { isRefusal, parseDecimalText } from '@carrara/ui/value';
import type { Argument } from '../../../api/operations.ts';
import type { SourceOption } from './sourceTree.ts';

export type SourceType = DistributionSource['type'];
type GenerateBody = Argument<'generateDistributionDetails'>['body'];
export type SourceInput = NonNullable<GenerateBody['distributionSources']>[number];

/** The figures that a person can give for a row. */
export const givenFields = ['effectiveAllocation', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const;
export type GivenField = (typeof givenFields)[number];
/** As typed: a figure, or what cannot be read as one. */
export type Given = Readonly<Partial<Record<GivenField, string>>>;

export interface Characterization {
  /** Of the tax characterization. */
  readonly id: string;
  /** As typed. */
  readonly percent: string;
}

export interface VestingToApply {
  readonly participantId: string;
  /** The entities on the way to a member of one, the outermost first; empty for a share of the profile. */
  readonly via: readonly string[];
  readonly recipients: readonly string[];
}

/** A source as it is edited: what is asked of the engine as it was typed, never what it answers. */
export interface SourceDraft {
  readonly id: string | null;
  readonly source: {
    readonly id: string;
    readonly name: string;
    readonly code?: string | null;
    /** The fund or coinvestment that holds it; two sources of one name are told apart by it. */
    readonly holder: string | null;
  };
  readonly type: SourceType;
  readonly profileId: string | null;
  /** As typed. */
  readonly amount: string;
  /** As typed; blank is the run's default. */
  readonly escrow: string;
  readonly characterizations: readonly Characterization[];
  /** Whose vesting is applied, and who receives what is forfeited. */
  readonly vestingApplied: readonly VestingToApply[];
  /** By the row's path: the entities on the way, then the participant. */
  readonly given: ReadonlyMap<string, Given>;
}

/** All that is edited beside the fields of the head, so that one history covers it. */
export interface RunDraft {
  readonly sources: readonly SourceDraft[];
  readonly acknowledged: boolean;
  readonly byBalance: boolean;
}

/** A row's path, which is also its key in the grid. */
export const pathOf = (participantId: string, via: readonly string[]): string => [...via, participantId].join('/');
export const idsOf = (path: string): { readonly participantId: string; readonly via: string[] } => {
  const ids = path.split('/');
  return { participantId: ids.at(-1) ?? '', via: ids.slice(0, -1) };
};

/** What is typed into a cell of a row: the figure, nothing, or why it cannot be read. */
export const readGiven = (field: GivenField, text: string) =>
  field === 'effectiveAllocation' ? readPercent(text) : parseDecimalText(text, 2, true, 'amount');
export const readAmount = (text: string) => parseDecimalText(text, 2, false, 'amount');
export const readPercent = (text: string) => parseDecimalText(text, 10, false, 'percentage');

const isGivenField = (field: string): field is GivenField => givenFields.some((known) => known === field);

/** What is typed into the rows, by their paths. */
function givenByPath(
  cells: readonly {
    readonly participantId: string | null;
    readonly via: readonly string[];
    field: string;
    text: string;
  }[],
): ReadonlyMap<string, Given> {
  const given = new Map<string, Given>();
  for (const { participantId, via, field, text } of cells) {
    if (participantId === null || !isGivenField(field)) continue;
    const path = pathOf(participantId, via);
    given.set(path, { ...given.get(path), [field]: text });
  }
  return given;
}

/** The sources of a stored distribution as they were typed. */
export const draftsOf = (distribution: Pick<Distribution, 'distributionSources'>): readonly SourceDraft[] =>
  distribution.distributionSources.map((source) => ({
    id: source.id,
    source: {
      id: source.source.id,
      name: source.source.name,
      code: source.source.code,
      holder: source.source.holder,
    },
    type: source.type,
    profileId: source.allocationProfile?.id ?? null,
    amount:
      source.typed.find(({ participantId, field }) => participantId === null && field === 'netDistributableAmount')
        ?.text ??
      source.netDistributableAmount ??
      '',
    escrow:
      source.typed.find(({ participantId, field }) => participantId === null && field === 'defaultEscrow')?.text ??
      source.defaultEscrow ??
      '',
    characterizations: source.taxCharacterizations.map(({ taxCharacterization, characterizationPercentage }) => ({
      id: taxCharacterization.id,
      percent: characterizationPercentage,
    })),
    vestingApplied: source.vestingApplied.map(({ participant, via, recipients }) => ({
      participantId: participant.id,
      via: via.map(({ id }) => id),
      recipients: recipients.map((one) => one.participant.id),
    })),
    given: givenByPath(source.typed),
  }));

/** The sources of an earlier run for a new one: the same characterizations, each source's default profile, and amounts of their own. */
export const draftsLike = (earlier: Pick<Distribution, 'distributionSources'>): readonly SourceDraft[] =>
  draftsOf(earlier).map((source) => ({
    ...source,
    id: null,
    profileId: null,
    amount: '',
    vestingApplied: [],
    given: new Map(),
  }));

/** The source after one deed in its grid; a cleared cell goes back to what is computed. What cannot be read is kept as typed. */
export function withGiven(source: SourceDraft, edits: readonly GridEdit[]): SourceDraft {
  const given = new Map(source.given);
  for (const { key, field, value, unread } of edits) {
    const { [field as GivenField]: _before, ...rest } = given.get(key) ?? {};
    const text = unread?.text ?? value;
    const next = text === null ? rest : { ...rest, [field]: String(text) };
    if (Object.keys(next).length > 0) given.set(key, next);
    else given.delete(key);
  }
  return { ...source, given };
}

type Unread = NonNullable<SourceInput['unread']>[number];

/** What of a source cannot be read, a blank amount included. */
export function unreadOf({
  amount,
  escrow,
  given,
}: Pick<SourceDraft, 'amount' | 'escrow' | 'given'>): readonly Unread[] {
  const read = readAmount(amount);
  const ofAmount: readonly Unread[] =
    read === null || isRefusal(read)
      ? [{ participantId: null, via: [], field: 'netDistributableAmount', text: amount.trim() }]
      : [];
  const ofEscrow: readonly Unread[] = isRefusal(readPercent(escrow))
    ? [{ participantId: null, via: [], field: 'defaultEscrow', text: escrow.trim() }]
    : [];
  return [
    ...ofAmount,
    ...ofEscrow,
    ...[...given].flatMap(([path, cells]) =>
      givenFields.flatMap((field): readonly Unread[] => {
        const text = cells[field];
        return text !== undefined && isRefusal(readGiven(field, text)) ? [{ ...idsOf(path), field, text }] : [];
      }),
    ),
  ];
}

/** The characterizations that are figures, as they are sent; blanks and zeros say nothing. */
export const readableParts = (parts: readonly Characterization[]) =>
  parts.flatMap(({ id, percent }) => {
    const read = readPercent(percent);
    return read === null || isRefusal(read) || !/[1-9]/.test(read) ? [] : [{ id, percent: read }];
  });

export const vestingToSend = (applied: readonly VestingToApply[]) =>
  applied.map(({ participantId, via, recipients }) => ({
    participantId,
    via: [...via],
    recipients: [...recipients],
  }));

/** The source as the server takes it: figures as figures, the rest as it was typed. */
export function sourceToSend(draft: SourceDraft): SourceInput {
  const amount = readAmount(draft.amount);
  const escrow = readPercent(draft.escrow);
  const details = [...draft.given].flatMap(([path, given]) => {
    const figures = givenFields.flatMap((field) => {
      const read = given[field] === undefined ? null : readGiven(field, given[field]);
      return read === null || isRefusal(read) ? [] : [[field, read] as const];
    });
    return figures.length > 0 ? [{ ...idsOf(path), ...Object.fromEntries(figures) }] : [];
  });
  return {
    ...(draft.id ? { id: draft.id } : {}),
    source: { id: draft.source.id },
    type: draft.type,
    allocationProfile: draft.profileId ? { id: draft.profileId } : null,
    netDistributableAmount: amount === null || isRefusal(amount) ? '0' : amount,
    ...(escrow === null || isRefusal(escrow) ? {} : { defaultEscrow: escrow }),
    taxCharacterizations: readableParts(draft.characterizations).map(({ id, percent }) => ({
      taxCharacterization: { id },
      characterizationPercentage: percent,
    })),
    details,
    vestingApplied: vestingToSend(draft.vestingApplied),
    unread: [...unreadOf(draft)],
  };
}

const profileOf = ({ profiles }: SourceOption) =>
  (profiles.find(({ isCurrent }) => isCurrent) ?? profiles[0])?.id ?? null;

/** The chosen sources: those that were there keep what was typed, in their order; new ones follow. */
export function withChosen(now: readonly SourceDraft[], chosen: readonly SourceOption[]): readonly SourceDraft[] {
  const wanted = new Set(chosen.map(({ source }) => source.id));
  const kept = now.filter(({ source }) => wanted.has(source.id));
  const known = new Set(kept.map(({ source }) => source.id));
  const added = chosen
    .filter(({ source }) => !known.has(source.id))
    .map(
      (option): SourceDraft => ({
        id: null,
        source: {
          id: option.source.id,
          name: option.source.name,
          code: option.source.code,
          holder: option.source.holder,
        },
        type: option.type,
        profileId: profileOf(option),
        amount: '',
        escrow: '',
        characterizations: [],
        vestingApplied: [],
        given: new Map(),
      }),
    );
  return [...kept, ...added];
}

/** A source as in the last run that paid it: profile, escrow of its own and characterizations; amount and rows stay. */
export function asInLastRun(draft: SourceDraft, last: NonNullable<SourceOption['last']>): SourceDraft {
  return {
    ...draft,
    profileId: last.profileId ?? draft.profileId,
    escrow: last.sourceEscrow ?? '',
    characterizations: last.characterizations.map(({ taxCharacterization, characterizationPercentage }) => ({
      id: taxCharacterization.id,
      percent: characterizationPercentage,
    })),
  };
}

/** What is being typed, as the server keeps it. */
export function contentOf(values: Readonly<Record<string, unknown>>, run: RunDraft): DraftContent {
  return {
    head: headFields.flatMap((field) => {
      const text = values[field];
      return typeof text === 'string' ? [{ field, text }] : [];
    }),
    investorBalanceBased: run.byBalance,
    unallocatedAcknowledged: run.acknowledged,
    sources: run.sources.map(({ given, ...source }) => ({
      ...source,
      source: { ...source.source, code: source.source.code ?? null },
      characterizations: [...source.characterizations],
      vestingApplied: vestingToSend(source.vestingApplied),
      cells: [...given].flatMap(([path, cells]) =>
        givenFields.flatMap((field) => {
          const text = cells[field];
          return text === undefined ? [] : [{ ...idsOf(path), field, text }];
        }),
      ),
    })),
  };
}

const headFields = ['name', 'description', 'distributionDate', 'defaultEscrow', 'defaultTerminatedEscrow'];

/** The same, to go on with. */
export const runOfContent = (content: DraftContent): RunDraft => ({
  byBalance: content.investorBalanceBased,
  acknowledged: content.unallocatedAcknowledged,
  sources: content.sources.map(({ cells, escrow = '', vestingApplied = [], ...source }) => ({
    ...source,
    escrow,
    vestingApplied,
    given: givenByPath(cells),
  })),
});
export const headOfContent = (content: DraftContent): Readonly<Record<string, string>> =>
  Object.fromEntries(content.head.map(({ field, text }) => [field, text]));
