import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { ReservedSpace } from '@carrara/ui/feedback/ReservedSpace.tsx';
import { formatInstant } from '@carrara/ui/value/formatDate.ts';
import { valueText } from '@carrara/ui/value/valueText.ts';
import { OfferActions } from '@carrara/ui/form/OfferActions.tsx';
import type { OfferedDraft, OtherDraft } from './useDrafts.ts';

export interface DraftOffersProps {
  readonly own: readonly OfferedDraft[];
  readonly others: readonly OtherDraft[];
  /** The author of the last save, if the run was saved after the draft began. */
  readonly changed: { readonly by: string; readonly at: string; readonly rowVersion: number } | undefined;
  /** The author of a save since the editor was opened. */
  readonly saved?: { readonly by: string; readonly at: string } | undefined;
  readonly onRestore: (draft: OfferedDraft) => void;
  readonly onDiscard: (draft: OfferedDraft) => void;
}

/** Offers earlier unsaved input to restore or discard, and names other people who are editing the run. */
export function DraftOffers({ own, others, changed, saved, onRestore, onDiscard }: DraftOffersProps) {
  // The saved version already contains the draft of the person who saved it.
  const editing = others.filter(
    ({ person, updatedDate }) => !saved || person !== saved.by || Date.parse(updatedDate) > Date.parse(saved.at),
  );
  return (
    <ReservedSpace>
      {own.map((draft) => (
        <Banner
          key={draft.id}
          tone="warn"
          action={<OfferActions onRestore={() => onRestore(draft)} onDiscard={() => onDiscard(draft)} />}
        >
          Draft of {formatInstant(draft.updatedDate)} by you{nameOf(draft)}, {sourcesOf(draft)}.{' '}
          {changed && draft.basedOn !== null && draft.basedOn < changed.rowVersion
            ? `${changed.by} saved the distribution at ${formatInstant(changed.at)}, after this draft was started. If you save the draft, it replaces those changes.`
            : null}
        </Banner>
      ))}
      {saved ? (
        <Banner tone="warn">
          {saved.by} saved this distribution at {formatInstant(saved.at)}, after you opened it. When you save, you can
          load that version. Your input stays as a draft.
        </Banner>
      ) : null}
      {editing.map(({ person, updatedDate }) => (
        <Banner key={person} tone="info">
          {person} is also editing this distribution, last at {formatInstant(updatedDate)}. Each person has a separate
          draft.
        </Banner>
      ))}
    </ReservedSpace>
  );
}

/** Names the first source with its amount, so that several drafts can be told apart. */
const sourcesOf = ({ content: { sources } }: OfferedDraft) => {
  const [first] = sources;
  if (!first) return 'no sources';
  const amount = first.amount.trim() === '' ? 'no amount' : valueText('money', first.amount);
  const others = sources.length - 1;
  return `${first.source.name} ${amount}${others > 0 ? ` and ${String(others)} more ${others === 1 ? 'source' : 'sources'}` : ''}`;
};

const nameOf = ({ content }: OfferedDraft) => {
  const name = content.head.find(({ field }) => field === 'name')?.text.trim();
  return name ? `, '${name}'` : '';
};
