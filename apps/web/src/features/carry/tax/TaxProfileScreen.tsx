import { valuesToSave } from '@carrara/ui/form/fieldRules.ts';
import type { ScreenProps } from '../../../frame/screenTypes.ts';
import { MoveButtons, type OwnMove, useOpenMoves } from '../../../record/profile/Moves.tsx';
import type { RecordValue } from '../../../record/recordDefinition.ts';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { savedRates } from './rates.ts';
import { taxRecord, taxProfileState } from './taxRecord.ts';

/** The page of a tax profile. Tax profiles are never deleted, but can be archived and restored. */
export function TaxProfileScreen({ screen }: ScreenProps) {
  return <RecordProfile record={taxRecord} screen={screen} moreActions={(value) => <Moves value={value} />} />;
}

function Moves({ value }: { readonly value: RecordValue }) {
  const { id, rowVersion } = value;
  const record = { id, rowVersion, name: taxRecord.nameOf(value) };
  const events = useOpenMoves('taxProfile', taxProfileState(value));
  const saved = (isInactive: boolean): OwnMove => ({
    call: 'saveTaxProfile',
    argument: () => {
      const own = valuesToSave(taxRecord.fields, value);
      return { body: { ...own, id, rowVersion, isInactive, taxProfileRates: savedRates(value) } };
    },
  });
  const own = { archiveTaxProfile: saved(true), restoreTaxProfile: saved(false) };
  return <MoveButtons lifecycle="taxProfile" record={record} events={events} own={own} />;
}
