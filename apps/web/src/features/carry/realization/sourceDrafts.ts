import type { RealizationSource } from '@carrara/contract/carry/realizationRecord';
import { totalCarryOf } from '@carrara/domain/carry/realization';
import { decimal, moneyText } from '@carrara/domain/kernel';
import { numberIn, parseDateText } from '@carrara/ui/value';
import type { Answer } from '../../../api/operations.ts';

export type RealizationOption = Answer<'listInvestmentsForRealizations'>[number];

export const carryField = { kind: 'money', title: 'Carry', required: true } as const;
export const dateField = { kind: 'date', title: 'Realization date', required: true } as const;

/** A source as it is typed. */
export interface SourceDraft {
  readonly containerId: string;
  readonly containerType: RealizationSource['containerType'];
  readonly name: string;
  readonly realizationDate: string;
  /** Its date is that of the realization: true of one that was just chosen, until its date is typed. */
  readonly followsHead: boolean;
  readonly carry: string;
  /** The allocation profile that was chosen; null for the one in force on the day. */
  readonly profileId: string | null;
  /** What it was opened with; undefined for one that was just chosen. */
  readonly before: Pick<SourceDraft, 'realizationDate' | 'carry' | 'profileId'> | undefined;
}

/** The fund or coinvestment that a source is, or is a part of. */
export const holderOf = ({ coinvestment, fund, id }: Pick<RealizationOption, 'coinvestment' | 'fund' | 'id'>) =>
  coinvestment?.id ?? fund?.id ?? id;

/** The sources of a stored realization, sorted by name as their tabs are. */
export const draftsOf = (sources: readonly RealizationSource[]): SourceDraft[] =>
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

const byName = (one: SourceDraft, other: SourceDraft) => one.name.localeCompare(other.name, 'en');

/** The chosen sources: those that were there keep what was typed, a new one is realized on the day of the realization. */
export const withChosen = (now: readonly SourceDraft[], chosen: readonly RealizationOption[]): SourceDraft[] =>
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

/** The sources with the date of the realization where they follow it, as it is typed. */
export const withHeadDate = (drafts: readonly SourceDraft[], headDate: unknown): readonly SourceDraft[] =>
  drafts.map((draft) =>
    draft.followsHead ? { ...draft, realizationDate: typeof headDate === 'string' ? headDate : '' } : draft,
  );

/** Whether its carry, its day or its profile is another than it was opened with. */
export const isChanged = ({ before, carry, profileId, realizationDate }: SourceDraft): boolean =>
  before === undefined ||
  before.profileId !== profileId ||
  (numberIn(carryField, before.carry) ?? before.carry) !== (numberIn(carryField, carry) ?? carry) ||
  before.realizationDate !== dateOf(realizationDate);

/** The day that was typed; undefined while it is none. */
export const dateOf = (text: string) => parseDateText(text) ?? undefined;

/** Whether it says enough to be shared out. */
export const isComplete = ({ carry, realizationDate }: SourceDraft): boolean =>
  numberIn(carryField, carry) !== undefined && dateOf(realizationDate) !== undefined;

/** As it is sent. */
export const sourceToSend = ({ containerId, containerType, carry, profileId, realizationDate }: SourceDraft) => ({
  containerId,
  containerType,
  ...(profileId ? { allocationProfile: { id: profileId } } : {}),
  realizationDate: dateOf(realizationDate) ?? null,
  totalCarryForAll: numberIn(carryField, carry) ?? carry,
});

/** What the sources come to while they are typed, by the rule that is stored by; undefined while a carry cannot be read. */
export function liveTotal(sources: readonly SourceDraft[]): string | undefined {
  const amounts = sources.map(({ carry }) => numberIn(carryField, carry));
  if (!amounts.every((amount) => amount !== undefined)) return undefined;
  return moneyText(totalCarryOf(amounts.map((amount) => decimal(amount))));
}
