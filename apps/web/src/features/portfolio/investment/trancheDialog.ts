import type { Field, Fields } from '@carrara/contract/core/fields';
import type { Investment } from '@carrara/contract/portfolio/investment';
import type { StatusValue } from '@carrara/contract/core/kinds';
import type { Tranche } from '@carrara/contract/portfolio/tranche';
import { toastSuccess } from '@carrara/ui/feedback';
import type { RecordFormState } from '@carrara/ui/form';
import { fields } from 'virtual:contract/tables';
import type { Argument } from '../../../api/operations.ts';
import { openFormDialog } from '../../../record/FormDialog.tsx';
import { followingName, holderOf, type TranchePart } from './trancheDefaults.ts';

export interface TrancheDialogOptions {
  readonly investment: Pick<Investment, 'id' | 'legalName'>;
  /** What funds and coinvestments hold of the investment, with the number that their next tranche gets. */
  readonly parts: readonly TranchePart[];
  /** Undefined: a new one. */
  readonly tranche: Tranche | undefined;
  /** The fund or coinvestment whose tranches are on the screen. */
  readonly preferred: string | undefined;
  readonly save: (argument: Argument<'saveTranche'>) => Promise<Tranche>;
}

/**
 * Adds or changes a tranche. A new one gets the next number of its fund or coinvestment; its name follows the number until it is given
 * another.
 */
export async function openTrancheDialog(options: TrancheDialogOptions): Promise<void> {
  const { investment, parts, tranche, preferred, save } = options;
  const choices: StatusValue[] = parts.map((part) => ({ code: part.id, description: holderOf(part).name }));
  const partOf = (value: unknown) => parts.find(({ id }) => id === (value as StatusValue | null)?.code);
  const table: Fields = {
    heldThrough: { kind: 'status', title: 'Fund or coinvestment', options: choices, required: true },
    ...fields.trancheFields,
  };
  const held = tranche?.fundInvestment?.id ?? tranche?.coinvestmentInvestment?.id;
  const first = parts.find((part) => part.id === held || holderOf(part).id === preferred) ?? parts[0];
  const startNumber = tranche ? tranche.trancheNumber : first?.nextTrancheNumber;
  const name = followingName(investment.legalName, startNumber);
  const onChange = (field: string, value: unknown, form: RecordFormState) => {
    const follow = (number: unknown) => {
      const next = name.after(form.values['name'], number);
      if (next !== undefined) form.set('name', next);
    };
    if (field === 'trancheNumber') follow(value);
    if (field !== 'heldThrough' || tranche) return;
    // A profile of another holder is none to choose from.
    form.set('assignedAllocationProfile', null);
    const part = partOf(value);
    if (!part) return;
    form.set('trancheNumber', part.nextTrancheNumber);
    follow(part.nextTrancheNumber);
  };
  await openFormDialog({
    title: tranche ? `Edit ${tranche.name ?? 'tranche'}` : 'Add tranche',
    fields: table,
    initial: {
      ...(tranche ?? { trancheNumber: startNumber, name: name.start }),
      heldThrough: choices.find(({ code }) => code === first?.id) ?? null,
    },
    onChange,
    fieldOf: (field, definition, form) =>
      field === 'assignedAllocationProfile'
        ? profileField(definition, investment, tranche, partOf(form.values['heldThrough']))
        : definition,
    save: async ({ heldThrough, ...values }) => {
      const part = partOf(heldThrough);
      const head = tranche ? { id: tranche.id, rowVersion: tranche.rowVersion } : {};
      const through = part ? { [part.fund ? 'fundInvestment' : 'coinvestmentInvestment']: { id: part.id } } : {};
      const stored = await save({ params: { investmentId: investment.id }, body: { ...head, ...values, ...through } });
      toastSuccess(`${stored.name ?? 'Tranche'} ${tranche ? 'updated' : 'saved'} successfully`);
    },
  });
}

/** A tranche that is not saved yet has no profiles of its own: it can be given one of its part, or of its fund or coinvestment. */
function profileField(
  field: Field,
  investment: TrancheDialogOptions['investment'],
  tranche: Tranche | undefined,
  part: TranchePart | undefined,
): Field {
  if (tranche) return { ...field, of: `profileForTranche:${investment.id}/${tranche.id}` };
  return {
    ...field,
    of: `profileOfHolder:${part ? `${part.id}/${holderOf(part).id}` : ''}`,
    help: 'One of its fund or coinvestment. A profile of its own is made on its page once it is saved.',
  };
}
