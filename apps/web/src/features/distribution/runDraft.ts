import type { Distribution } from '@carrara/contract/distributionRecord';
import type { DistributionSource, ParticipantDetail } from '@carrara/contract/distributionRun';
import type { Reference } from '@carrara/contract/kinds';
import type { GridEdit } from '@carrara/ui/grid';
import type { Argument } from '../../api/operations.ts';
import type { SourceOption } from './sourceTree.ts';

export type SourceType = DistributionSource['type'];
type GenerateBody = Argument<'generateDistributionDetails'>['body'];
export type SourceInput = NonNullable<GenerateBody['distributionSources']>[number];

/** The figures that a person can give for a row. */
export const givenFields = ['effectiveAllocation', 'tax', 'escrow', 'loanRepayment', 'otherAdjustment'] as const;
export type GivenField = (typeof givenFields)[number];
export type Given = Readonly<Partial<Record<GivenField, string>>>;

export interface Characterization {
  readonly taxCharacterization: Reference;
  readonly characterizationPercentage: string;
}

/** A source as it is edited: what is asked of the engine, never what it answers. */
export interface SourceDraft {
  readonly id: string | null;
  readonly source: { readonly id: string; readonly name: string; readonly code?: string | null };
  readonly type: SourceType;
  readonly profileId: string | null;
  readonly amount: string;
  readonly characterizations: readonly Characterization[];
  /** By the row's path: the entities on the way, then the participant. */
  readonly given: ReadonlyMap<string, Given>;
}

/** A row's path, which is also its key in the grid. */
export const pathOf = (participantId: string, via: readonly string[]): string => [...via, participantId].join('/');

/** The sources of a stored distribution, with what was given for its rows. */
export const draftsOf = (distribution: Distribution): readonly SourceDraft[] =>
  distribution.distributionSources.map((source) => ({
    id: source.id,
    source: { id: source.source.id, name: source.source.name, code: source.source.code },
    type: source.type,
    profileId: source.allocationProfile?.id ?? null,
    amount: source.netDistributableAmount,
    characterizations: source.taxCharacterizations,
    given: new Map(source.details.flatMap(givenOf)),
  }));

const isZero = (text: string) => !/[1-9]/.test(text);

/** What was given for a row and those below it. An entity's figures are its members', so theirs are taken. */
function givenOf(row: ParticipantDetail): readonly (readonly [string, Given])[] {
  const below = row.memberDetails.flatMap(givenOf);
  const isLeaf = row.memberDetails.length === 0;
  const given: Given = {
    ...(row.originalAllocation === null ? {} : { effectiveAllocation: row.effectiveAllocation }),
    ...(isLeaf && row.taxOverridden ? { tax: row.tax } : {}),
    ...(isLeaf && row.escrowOverridden ? { escrow: row.escrow } : {}),
    ...(isLeaf && !isZero(row.loanRepayment) ? { loanRepayment: row.loanRepayment } : {}),
    ...(isLeaf && !isZero(row.otherAdjustment) ? { otherAdjustment: row.otherAdjustment } : {}),
  };
  return Object.keys(given).length > 0 ? [[pathOf(row.participant.participantId, row.via), given], ...below] : below;
}

/** The source after one deed in its grid; a cleared cell goes back to what is computed. */
export function withGiven(source: SourceDraft, edits: readonly GridEdit[]): SourceDraft {
  const given = new Map(source.given);
  for (const { key, field, value } of edits) {
    const { [field as GivenField]: _before, ...rest } = given.get(key) ?? {};
    const next = value === null ? rest : { ...rest, [field]: String(value) };
    if (Object.keys(next).length > 0) given.set(key, next);
    else given.delete(key);
  }
  return { ...source, given };
}

/** The source as the server takes it. */
export function sourceToSend(draft: SourceDraft): SourceInput {
  const details = [...draft.given].map(([path, given]) => {
    const ids = path.split('/');
    return { participantId: ids.at(-1) ?? '', via: ids.slice(0, -1), ...given };
  });
  return {
    ...(draft.id ? { id: draft.id } : {}),
    source: { id: draft.source.id },
    type: draft.type,
    allocationProfile: draft.profileId ? { id: draft.profileId } : null,
    netDistributableAmount: draft.amount === '' ? '0' : draft.amount,
    taxCharacterizations: draft.characterizations.map(({ taxCharacterization, characterizationPercentage }) => ({
      taxCharacterization: { id: taxCharacterization.id },
      characterizationPercentage,
    })),
    details,
  };
}

/** The chosen sources: those that were there keep what was typed, in their order; new ones follow. */
export function withChosen(now: readonly SourceDraft[], chosen: readonly SourceOption[]): readonly SourceDraft[] {
  const wanted = new Set(chosen.map(({ source }) => source.id));
  const kept = now.filter(({ source }) => wanted.has(source.id));
  const known = new Set(kept.map(({ source }) => source.id));
  const added = chosen
    .filter(({ source }) => !known.has(source.id))
    .map(
      ({ source, type, profiles }): SourceDraft => ({
        id: null,
        source: { id: source.id, name: source.name, code: source.code },
        type,
        profileId: (profiles.find(({ isCurrent }) => isCurrent) ?? profiles[0])?.id ?? null,
        amount: '',
        characterizations: [],
        given: new Map(),
      }),
    );
  return [...kept, ...added];
}
