import type { RealizationSource } from '@carrara/contract/carry/run/realizationRecord';
import { sumCarry } from '@carrara/domain/carry/realization';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { numberIn } from '@carrara/ui/value/readNumber.ts';
import { parseDateText } from '@carrara/ui/value/formatDate.ts';
import type { Answer } from '../../../api/operations.ts';

export type RealizationOption = Answer<'listInvestmentsForRealizations'>[number];

export const carryField = { kind: 'money', title: 'Carry', required: true } as const;
export const dateField = { kind: 'date', title: 'Realization date', required: true } as const;

/** A source with its input. */
export interface SourceDraft {
  readonly containerId: string;
  readonly containerType: RealizationSource['containerType'];
  readonly name: string;
  readonly realizationDate: string;
  /** True if the source uses the date of the realization, which is so until somebody types a date for it. */
  readonly followsHead: boolean;
  readonly carry: string;
  /** The chosen allocation profile; null for the one in force on the date. */
  readonly profileId: string | null;
  /** The input when the editor opened; undefined for a source that was added since. */
  readonly before: Pick<SourceDraft, 'realizationDate' | 'carry' | 'profileId'> | undefined;
}

/** Returns the id of the fund or coinvestment that the source is, or belongs to. */
export const sourceHolder = ({ coinvestment, fund, id }: Pick<RealizationOption, 'coinvestment' | 'fund' | 'id'>) =>
  coinvestment?.id ?? fund?.id ?? id;

/** Returns the sources of a stored realization, sorted by name as their tabs are. */
export const sourceDrafts = (sources: readonly RealizationSource[]): SourceDraft[] =>
  sources
    .map((source) => {
      const { containerId, containerType, containerName, realizationDate, totalCarryForAll: carry } = source;
      const typed = {
        realizationDate,
        carry,
        profileId: source.isProfileChosen ? (source.allocationProfile?.id ?? null) : null,
      };
      return { containerId, containerType, name: containerName, ...typed, followsHead: false, before: typed };
    })
    .sort(byName);

const byName = (first: SourceDraft, other: SourceDraft) => first.name.localeCompare(other.name, 'en');

/** Applies a new choice of sources. Existing sources keep their input, and new ones use the date of the realization. */
export const applySourceChoice = (now: readonly SourceDraft[], chosen: readonly RealizationOption[]): SourceDraft[] =>
  chosen
    .map(
      (option): SourceDraft =>
        now.find(({ containerId }) => containerId === option.id) ?? {
          containerId: option.id,
          containerType: option.type,
          name: option.name,
          realizationDate: '',
          followsHead: true,
          carry: '',
          profileId: null,
          before: undefined,
        },
    )
    .sort(byName);

/** Copies the typed date of the realization to the sources that follow it. */
export const withHeadDate = (drafts: readonly SourceDraft[], headDate: unknown): readonly SourceDraft[] =>
  drafts.map((draft) =>
    draft.followsHead ? { ...draft, realizationDate: typeof headDate === 'string' ? headDate : '' } : draft,
  );

/** True if the carry, the date or the profile differs from what the editor opened with. */
export const isChanged = ({ before, carry, profileId, realizationDate }: SourceDraft): boolean =>
  before === undefined ||
  before.profileId !== profileId ||
  (numberIn(carryField, before.carry) ?? before.carry) !== (numberIn(carryField, carry) ?? carry) ||
  before.realizationDate !== parseDay(realizationDate);

/** Parses the typed date; undefined if it is not a valid one. */
export const parseDay = (text: string) => parseDateText(text) ?? undefined;

/** True if the source has the data that an allocation needs. */
export const isComplete = ({ carry, realizationDate }: SourceDraft): boolean =>
  numberIn(carryField, carry) !== undefined && parseDay(realizationDate) !== undefined;

/** Returns the source as it is sent. */
export const toSourceInput = ({ containerId, containerType, carry, profileId, realizationDate }: SourceDraft) => ({
  containerId,
  containerType,
  ...(profileId ? { allocationProfile: { id: profileId } } : {}),
  realizationDate: parseDay(realizationDate) ?? null,
  totalCarryForAll: numberIn(carryField, carry) ?? carry,
});

/** Adds up the sources while a person types, by the same rule as the server. Undefined if a carry can't be parsed. */
export function liveTotal(sources: readonly SourceDraft[]): string | undefined {
  const amounts = sources.map(({ carry }) => numberIn(carryField, carry));
  if (!amounts.every((amount) => amount !== undefined)) return undefined;
  return moneyText(sumCarry(amounts.map((amount) => decimal(amount))));
}
