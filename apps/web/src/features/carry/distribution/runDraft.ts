import type { DraftContent } from '@carrara/contract/carry/run/distributionDraft';
import type { Distribution } from '@carrara/contract/carry/run/distributionRecord';
import type { DistributionSource } from '@carrara/contract/carry/run/distributionRun';
import type { GridEdit } from '@carrara/ui/grid/gridTypes.ts';
import { readTypedCell } from '@carrara/domain/carry/typedCell';
import { isRefusal } from '@carrara/domain/kernel/typedNumber';
import type { Argument } from '../../../api/operations.ts';
import type { SourceOption } from './sourceTree.ts';

type SourceType = DistributionSource['type'];
type GenerateBody = Argument<'generateDistributionDetails'>['body'];
export type SourceInput = NonNullable<GenerateBody['distributionSources']>[number];

/** The figures of a row that a person can override. */
export const enteredFields = ['effectiveAllocation', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const;
export type EnteredField = (typeof enteredFields)[number];
/** Overrides as typed: a figure, or text that can't be parsed as one. */
export type EnteredFigures = Readonly<Partial<Record<EnteredField, string>>>;

export interface Characterization {
  /** The id of the tax characterization. */
  readonly id: string;
  /** As typed. */
  readonly percent: string;
}

export interface VestingToApply {
  readonly participantId: string;
  /** The entities that lead to an entity's member, outermost first; empty for an entry of the profile itself. */
  readonly via: readonly string[];
  readonly recipients: readonly string[];
}

/** A source as it is edited: the input of the computation as typed, never its results. */
export interface SourceDraft {
  readonly id: string | null;
  readonly source: {
    readonly id: string;
    readonly name: string;
    readonly code?: string | null;
    /** The fund or coinvestment that holds it, which distinguishes sources of the same name. */
    readonly holder: string | null;
  };
  readonly type: SourceType;
  readonly profileId: string | null;
  /** As typed. */
  readonly amount: string;
  /** As typed; blank for the default of the run. */
  readonly escrow: string;
  readonly characterizations: readonly Characterization[];
  /** The participants whose vesting is applied, and the recipients of the forfeited amounts. */
  readonly vestingApplied: readonly VestingToApply[];
  /** Overrides by the path of the row: the entities that lead to it, then the participant. */
  readonly entered: ReadonlyMap<string, EnteredFigures>;
}

/** All editable data apart from the head fields, so that a single undo history covers it. */
export interface RunDraft {
  readonly sources: readonly SourceDraft[];
  readonly acknowledged: boolean;
  readonly byBalance: boolean;
}

/** Returns the path of a row, which is also its key in the grid. */
export const participantPath = (participantId: string, via: readonly string[]): string =>
  [...via, participantId].join('/');
const idsOf = (path: string): { readonly participantId: string; readonly via: string[] } => {
  const ids = path.split('/');
  return { participantId: ids.at(-1) ?? '', via: ids.slice(0, -1) };
};

/** Parses the input of a cell: a figure, nothing, or the reason why it can't be parsed. */
export const readAmount = (text: string) => readTypedCell('netDistributableAmount', text);
export const readPercent = (text: string) => readTypedCell('defaultEscrow', text);

const isEnteredField = (field: string): field is EnteredField => enteredFields.some((name) => name === field);

/** Collects the overrides by the path of their row. */
function enteredByPath(
  cells: readonly {
    readonly participantId: string | null;
    readonly via: readonly string[];
    field: string;
    text: string;
  }[],
): ReadonlyMap<string, EnteredFigures> {
  const entered = new Map<string, EnteredFigures>();
  for (const { participantId, via, field, text } of cells) {
    if (participantId === null || !isEnteredField(field)) continue;
    const path = participantPath(participantId, via);
    entered.set(path, { ...entered.get(path), [field]: text });
  }
  return entered;
}

/** Returns the sources of a stored distribution as they were entered. */
export const sourceDrafts = (distribution: Pick<Distribution, 'distributionSources'>): readonly SourceDraft[] =>
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
      recipients: recipients.map((recipient) => recipient.participant.id),
    })),
    entered: enteredByPath(source.typed),
  }));

/** Returns the sources of an earlier run for a new one: the same characterizations, the default profiles of the sources, and blank amounts. */
export const draftsLike = (earlier: Pick<Distribution, 'distributionSources'>): readonly SourceDraft[] =>
  sourceDrafts(earlier).map((source) => ({
    ...source,
    id: null,
    profileId: null,
    amount: '',
    vestingApplied: [],
    entered: new Map(),
  }));

/** Returns the source after an edit in its grid. A cleared cell goes back to the computed figure. Unparseable input stays as typed. */
export function applyGridEdits(source: SourceDraft, edits: readonly GridEdit[]): SourceDraft {
  const entered = new Map(source.entered);
  for (const { key, field, value, unread } of edits) {
    const { [field as EnteredField]: _before, ...rest } = entered.get(key) ?? {};
    const text = unread?.text ?? value;
    const next = text === null ? rest : { ...rest, [field]: String(text) };
    if (Object.keys(next).length > 0) entered.set(key, next);
    else entered.delete(key);
  }
  return { ...source, entered };
}

type Unread = NonNullable<SourceInput['unread']>[number];

/** Returns the input of a source that can't be parsed, including a blank amount. */
export function unreadFields({
  amount,
  escrow,
  entered,
}: Pick<SourceDraft, 'amount' | 'escrow' | 'entered'>): readonly Unread[] {
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
    ...[...entered].flatMap(([path, cells]) =>
      enteredFields.flatMap((field): readonly Unread[] => {
        const text = cells[field];
        return text !== undefined && isRefusal(readTypedCell(field, text)) ? [{ ...idsOf(path), field, text }] : [];
      }),
    ),
  ];
}

/** Returns the characterizations that are figures, as they are sent. Blanks and zeros are left out. */
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

/** Returns the source as the server expects it: parsed figures, and other input as typed. */
export function toSourceInput(draft: SourceDraft): SourceInput {
  const amount = readAmount(draft.amount);
  const escrow = readPercent(draft.escrow);
  const details = [...draft.entered].flatMap(([path, entered]) => {
    const figures = enteredFields.flatMap((field) => {
      const read = entered[field] === undefined ? null : readTypedCell(field, entered[field]);
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
    unread: [...unreadFields(draft)],
  };
}

const profileOf = ({ profiles }: SourceOption) =>
  (profiles.find(({ isCurrent }) => isCurrent) ?? profiles[0])?.id ?? null;

/** Applies a new choice of sources. Existing sources keep their input and order, and new ones follow. */
export function applySourceChoice(
  now: readonly SourceDraft[],
  chosen: readonly SourceOption[],
): readonly SourceDraft[] {
  const chosenIds = new Set(chosen.map(({ source }) => source.id));
  const selected = now.filter(({ source }) => chosenIds.has(source.id));
  const selectedIds = new Set(selected.map(({ source }) => source.id));
  const added = chosen
    .filter(({ source }) => !selectedIds.has(source.id))
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
        entered: new Map(),
      }),
    );
  return [...selected, ...added];
}

/** Returns a source with the profile, escrow and characterizations of the last run that paid it. The amount and the rows stay. */
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

/** Converts the input to the form in which the server stores a draft. */
export function draftContent(values: Readonly<Record<string, unknown>>, run: RunDraft): DraftContent {
  return {
    head: headFields.flatMap((field) => {
      const text = values[field];
      return typeof text === 'string' ? [{ field, text }] : [];
    }),
    investorBalanceBased: run.byBalance,
    unallocatedAcknowledged: run.acknowledged,
    sources: run.sources.map(({ entered, ...source }) => ({
      ...source,
      source: { ...source.source, code: source.source.code ?? null },
      characterizations: [...source.characterizations],
      vestingApplied: vestingToSend(source.vestingApplied),
      cells: [...entered].flatMap(([path, cells]) =>
        enteredFields.flatMap((field) => {
          const text = cells[field];
          return text === undefined ? [] : [{ ...idsOf(path), field, text }];
        }),
      ),
    })),
  };
}

const headFields = ['name', 'description', 'distributionDate', 'defaultEscrow', 'defaultTerminatedEscrow'];

/** Converts a stored draft back to input. */
export const runOfContent = (content: DraftContent): RunDraft => ({
  byBalance: content.investorBalanceBased,
  acknowledged: content.unallocatedAcknowledged,
  sources: content.sources.map(({ cells, ...source }) => ({
    ...source,
    entered: enteredByPath(cells),
  })),
});
export const headOfContent = (content: DraftContent): Readonly<Record<string, string>> =>
  Object.fromEntries(content.head.map(({ field, text }) => [field, text]));
