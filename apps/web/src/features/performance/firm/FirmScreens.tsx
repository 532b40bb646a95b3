import { type Basis, basisNameFor } from '@carrara/contract/performance/period/basis';
import type { FirmInCurrency } from '@carrara/contract/performance/firm/firmPerformance';
import { PictureSubject } from '@carrara/ui/chart/PictureSubject.tsx';
import type { ChartSeries } from '@carrara/ui/chart/chartTypes.ts';
import { LoadingState } from '@carrara/ui/feedback/states.tsx';
import { toastInfo, toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { DataTable } from '@carrara/ui/list/DataTable.tsx';
import { Panel } from '@carrara/ui/profile/Panel.tsx';
import { Button, Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { lists, records } from 'virtual:contract/tables';
import { skipToken, useRead, useWrite } from '../../../api/calls.ts';
import { useDownload } from '../../../api/download.ts';
import type { ScreenProps, ViewProps } from '../../../frame/screenTypes.ts';
import { BasisSelect, useBasis } from '../../../period/BasisSelect.tsx';
import { PeriodTools } from '../../../period/PeriodTools.tsx';
import { ReportingDateSelect } from '../../../period/ReportingDateSelect.tsx';
import { useReportingDate } from '../../../period/reportingDate.ts';
import { ChartSwitch } from '../../../record/chart/Charts.tsx';
import { LinkButton, LinkNotice } from '../../../record/link/LinkOfRecord.tsx';
import { fileOfPicture, openPictureDialog } from '../../../record/editor/PictureDialog.tsx';
import { screensOfRecord } from '../../../record/screens/PlainScreens.tsx';
import { plainRecord } from '../../../record/plainRecord.ts';
import { toHref, type RecordValue } from '../../../record/recordDefinition.ts';
import { RecordList } from '../../../record/list/RecordList.tsx';
import { RecordProfile } from '../../../record/profile/RecordProfile.tsx';
import { RecordTable } from '../../../record/list/RecordTable.tsx';
import { Stack } from '../../../record/Stack.tsx';
import { useAllowed, useSession } from '../../../session/hooks.ts';

const dashboard = '/performance/dashboard';
/** The view that opens after a save. A new firm has no figures, so its overview would be empty for people who read figures. */
const withoutFigures = 'funds';
const record = plainRecord('firm', records.firm);
const withFigures = { ...record, list: lists.listFirmFigures } as const;
const plain = screensOfRecord(record);
const ofFigures = screensOfRecord({ ...record, viewAfterSave: withoutFigures });

export function Editor() {
  const readsFigures = useAllowed('fundLedger.view');
  return readsFigures ? <ofFigures.Editor /> : <plain.Editor />;
}
const top = 7;

/** The firms with the totals of a quarter end, and charts of their contributions, distributions and gains. */
export function List() {
  return useAllowed('fundLedger.view') ? <FirmsWithFigures /> : <plain.List />;
}

function FirmsWithFigures() {
  const { data: dates } = useRead('listFundReportingDates', undefined);
  const date = useReportingDate(dates);
  const { endDate, carriesForward } = date;
  const [basis, chooseBasis] = useBasis();
  const isLp = useSession().settings?.isLpTenant === true;
  const query = { endDate, carriesForward, basis };
  return (
    <RecordList record={withFigures} query={() => query} idOf={firmOf} rowHref={hrefOfRow}>
      <Stack>
        <PeriodTools>
          <BasisSelect value={basis} onChange={chooseBasis} />
          <ReportingDateSelect date={date} canCarryForward />
        </PeriodTools>
        <PictureSubject reportingDate={endDate} scope={basisNameFor(isLp, basis)}>
          <FirmCharts query={query} />
        </PictureSubject>
      </Stack>
    </RecordList>
  );
}

const firmOf = ({ firmId }: RecordValue) => String(firmId);
const hrefOfRow = (row: RecordValue) =>
  toHref(record.paths.profile(firmOf(row), row['currency'] === null ? withoutFigures : undefined));

interface FirmChartsProps {
  readonly query: {
    readonly endDate: string | undefined;
    readonly carriesForward: string | undefined;
    readonly basis: Basis;
  };
}

function FirmCharts({ query }: FirmChartsProps) {
  const { data } = useRead('listFirmCharts', query.endDate ? { query } : skipToken);
  const currencies = [...new Set((data ?? []).map(({ currency }) => currency))];
  const [chosen, setChosen] = useState<string | null>(null);
  const navigate = useNavigate();
  const currency = currencies.find((candidate) => candidate === chosen) ?? currencies[0];
  const firms = (data ?? []).filter((firm) => firm.currency === currency);
  if (firms.length === 0) return null;
  const categories = firms.map(({ name }) => name);
  const series = (
    name: string,
    field: 'totalContributions' | 'totalDistributed' | 'navChange' | 'navChangePercent',
    more: Pick<ChartSeries, 'meaning' | 'otherKind'>,
  ) => ({
    name,
    ...more,
    values: firms.map((firm) => firm[field]),
  });
  const onSelect = (name: string) => {
    const firm = firms.find((candidate) => candidate.name === name);
    if (firm) void navigate(record.paths.profile(firm.id));
  };
  const suffix = currency ? `, ${currency}` : '';
  return (
    <ChartSwitch
      label="Chart"
      charts={[
        {
          id: 'cash',
          label: 'Contributions and Distribution',
          title: `Contributions and Distribution${suffix}`,
          shape: 'column',
          categories,
          series: [
            series('Contributions', 'totalContributions', { meaning: 'contributions' }),
            series('Distribution', 'totalDistributed', { meaning: 'distributions' }),
          ],
          top,
          onSelect,
        },
        {
          id: 'nav',
          label: 'NAV Change and NAV Change Percent',
          title: `NAV Change and NAV Change Percent${suffix}`,
          shape: 'column',
          categories,
          series: [
            series('NAV Change', 'navChange', { meaning: 'nav' }),
            series('NAV Change Percent', 'navChangePercent', { otherKind: 'return' }),
          ],
          top,
          onSelect,
        },
      ]}
      currencies={
        currencies.length > 1 ? (
          <Select
            size="xs"
            w={110}
            aria-label="Currency of the chart"
            allowDeselect={false}
            data={currencies}
            value={currency ?? null}
            onChange={setChosen}
          />
        ) : undefined
      }
    />
  );
}

/** Uploads the logo of a firm, which appears on the statements of its funds. */
function LogoButton({ firm }: { readonly firm: RecordValue }) {
  const mayEdit = useAllowed('firm.edit');
  const [upload] = useWrite('uploadContainerImage');
  const [remove] = useWrite('removeContainerImage');
  if (!mayEdit) return null;
  const name = record.nameOf(firm);
  const current = (firm['logo'] ?? null) as string | null;
  const save = async (picture: string | null) => {
    await (picture === null
      ? remove({ params: { id: firm.id } })
      : upload({ params: { id: firm.id }, file: fileOfPicture(picture) }));
    toastSuccess(`Logo of ${name} saved.`);
  };
  return (
    <Button variant="default" onClick={() => void openPictureDialog({ title: `Logo of ${name}`, current, save })}>
      Logo
    </Button>
  );
}

/** The page of a firm, with its link to another tenant. */
export function Profile({ screen }: ScreenProps) {
  return (
    <RecordProfile
      record={record}
      screen={screen}
      moreActions={(firm) => (
        <>
          <LogoButton firm={firm} />
          <LinkButton record={{ id: firm.id, name: record.nameOf(firm) }} />
        </>
      )}
      notice={(firm) => <LinkNotice record={{ id: firm.id, name: record.nameOf(firm) }} />}
    />
  );
}

const notFigures = ['code', 'name', 'linkedTenantName'];
const columns = lists.listFirms.columns
  .filter(({ field }) => !notFigures.includes(field))
  .map(({ field, kind, title, isKey }) => ({ field, kind, title, ...(isKey ? { isKey } : {}) }));

/** The totals of a firm at a quarter end, with a row per currency, above its fields. */
export function Overview(props: ViewProps) {
  return useAllowed('fundLedger.view') ? <OverviewWithFigures {...props} /> : <plain.Overview {...props} />;
}

function OverviewWithFigures({ id }: ViewProps) {
  const { data: dates } = useRead('listReportingDatesOfFirm', { params: { id } });
  const date = useReportingDate(dates);
  const { endDate, hasNoDate } = date;
  const [basis, chooseBasis] = useBasis();
  const { data } = useRead('getFirmSummary', endDate ? { params: { id, endDate }, query: { basis } } : skipToken);
  const download = useDownload();
  useEffect(() => {
    if (hasNoDate) toastInfo('No data is available for this firm.');
  }, [hasNoDate]);
  if (hasNoDate) return <Navigate replace to={dashboard} />;
  const print = (end: string) =>
    download('getDocumentReport', { params: { name: 'pm-FirmProfile' }, query: { id, endDate: end, basis } });
  return (
    <Stack>
      {endDate ? (
        <>
          <PeriodTools>
            <ReportingDateSelect date={date} />
            <BasisSelect value={basis} onChange={chooseBasis} />
            <Button
              variant="default"
              style={{ alignSelf: 'end' }}
              leftSection={<IconDownload size={15} aria-hidden />}
              onClick={() => void print(endDate)}
            >
              Profile as PDF
            </Button>
          </PeriodTools>
          <Panel title="Figures" flush>
            {data ? (
              <DataTable
                label="Figures"
                columns={columns}
                rows={data.byCurrency}
                rowKey={({ currency }: FirmInCurrency) => currency}
              />
            ) : (
              <LoadingState lines={2} />
            )}
          </Panel>
        </>
      ) : null}
      <plain.Overview id={id} />
    </Stack>
  );
}

/** The funds and coinvestments of a firm with the figures of a quarter end. */
export function FirmFunds({ id }: ViewProps) {
  const { data: dates } = useRead('listReportingDatesOfFirm', { params: { id } });
  const date = useReportingDate(dates);
  const [basis, chooseBasis] = useBasis();
  const query = () => ({ ...(date.endDate ? { endDate: date.endDate } : {}), basis });
  return (
    <RecordTable
      list={lists.listFirmFunds}
      params={{ id }}
      query={query}
      embedded
      rowHref={(row) => toHref(`/performance/fund/${row.id}/overview`)}
    >
      <PeriodTools>
        <ReportingDateSelect date={date} />
        <BasisSelect value={basis} onChange={chooseBasis} />
      </PeriodTools>
    </RecordTable>
  );
}
