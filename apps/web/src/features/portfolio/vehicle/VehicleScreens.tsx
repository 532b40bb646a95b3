import { fields, lists } from 'virtual:contract/tables';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { documentsOf } from '../../../record/DocumentsView.tsx';
import { type RecordDefinition, type RecordValue, standardPaths } from '../../../record/recordDefinition.ts';
import { useRecord } from '../../../record/recordCalls.ts';
import { RecordEditor } from '../../../record/RecordEditor.tsx';
import { RecordList } from '../../../record/RecordList.tsx';
import { RecordOverview } from '../../../record/RecordOverview.tsx';
import { RecordProfile } from '../../../record/RecordProfile.tsx';
import { RecordTable } from '../../../record/RecordTable.tsx';
import { hrefOf } from '../../../record/recordDefinition.ts';

const base = '/performance/fund';
const kindOf = (record: RecordValue) => (record['kind'] === 'coinvestment' ? 'coinvestment' : 'fund');

export const vehicleRecord: RecordDefinition = {
  noun: 'fund',
  annotated: kindOf,
  fields: fields.vehicleRecordFields,
  list: { ...lists.listVehicles, operation: 'listVehicles' },
  get: 'getVehicle',
  save: 'saveVehicle',
  editPermission: 'fundLedger.edit',
  nameOf: ({ name }) => String(name),
  paths: {
    ...standardPaths(base, 'overview'),
    profile: (id, view = 'overview') => `${base}/${id}/${view}`,
  },
  viewAfterSave: 'overview',
  facts: ['code', 'currency', 'firm', 'yearOfVintage'],
  stop: '.',
};

/** What a coinvestment has of the fields: it is in the family, the sectors and the region of its fund, and has its own kinds of status. */
const onlyOfFunds = ['legalName', 'fundFamily', 'sectors', 'platform', 'region', 'status', 'totalCapitalRaised'];
const fieldsOf = (vehicle: RecordValue | undefined) =>
  vehicle && kindOf(vehicle) === 'coinvestment'
    ? Object.keys(vehicleRecord.fields).filter(
        (name) => !onlyOfFunds.includes(name) && !vehicleRecord.fields[name]?.readOnly,
      )
    : undefined;
/** As it is read: with the vintage year that counts, and a fund beside no other. */
const shownOf = (vehicle: RecordValue) => {
  const left = ['vintageYear', ...(kindOf(vehicle) === 'fund' ? ['fund'] : onlyOfFunds)];
  return Object.fromEntries(Object.entries(vehicleRecord.fields).filter(([name]) => !left.includes(name)));
};

export const VehicleList = () => <RecordList record={vehicleRecord} />;
export const VehicleEditor = () => <RecordEditor record={vehicleRecord} only={fieldsOf} />;
export const VehicleProfile = ({ screen }: ScreenProps) => <RecordProfile record={vehicleRecord} screen={screen} />;
export function VehicleOverview({ id }: ViewProps) {
  const { data } = useRecord(vehicleRecord, id);
  return data ? <RecordOverview record={{ ...vehicleRecord, fields: shownOf(data) }} id={id} /> : null;
}

const documents = { fund: documentsOf('fund'), coinvestment: documentsOf('coinvestment') };
/** They hang on the fund or coinvestment itself. */
export function VehicleDocuments({ id }: ViewProps) {
  const { data } = useRecord(vehicleRecord, id);
  if (!data) return null;
  const Documents = documents[kindOf(data)];
  return <Documents id={id} />;
}

/** The funds and coinvestments of a firm. */
export const FirmFunds = ({ id }: ViewProps) => (
  <RecordTable
    list={{ ...lists.listFirmFunds, operation: 'listFirmFunds' }}
    params={{ id }}
    embedded
    rowHref={(row) => hrefOf(vehicleRecord.paths.profile(row.id))}
  />
);
