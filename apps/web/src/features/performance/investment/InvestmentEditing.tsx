import { displayedFigure } from '@carrara/contract/core/displayedFigure';
import type { Reference } from '@carrara/contract/core/kinds';
import { metricViews } from '@carrara/contract/performance/investment/portfolioViews';
import { decimal } from '@carrara/domain/kernel';
import {
  exposure,
  decideGeography,
  isIndustryOf,
  isMonthDay,
  isOwnershipPercent,
  isSubSectorOf,
} from '@carrara/domain/performance/investment';
import { EditorScreen } from '@carrara/ui/editor/EditorScreen.tsx';
import { Banner } from '@carrara/ui/feedback/Banner.tsx';
import { toastSuccess } from '@carrara/ui/feedback/toasts.ts';
import { firstOptions, OptionSources, type OptionSource } from '@carrara/ui/form/optionSources.ts';
import { FormFields } from '@carrara/ui/form/FormFields.tsx';
import type { RecordFormState } from '@carrara/ui/form/useRecordForm.ts';
import { FigureStrip } from '@carrara/ui/profile/FigureStrip.tsx';
import { RouteTabs } from '@carrara/ui/profile/RouteTabs.tsx';
import { formatDate, formatInstant } from '@carrara/ui/value/formatDate.ts';
import { Select } from '@mantine/core';
import { type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { type Location, useLocation, useNavigate, useParams } from 'react-router-dom';
import { fields } from 'virtual:contract/tables';
import { useRead, useWrite } from '../../../api/calls.ts';
import type { Answer } from '../../../api/operations.ts';
import { useContinueTo } from '../../../frame/useContinueTo.ts';
import { useRecordCrumb } from '../../../frame/RecordCrumb.tsx';
import { ReadState } from '../../../record/ReadState.tsx';
import { toHref } from '../../../record/recordDefinition.ts';
import { refusals } from '../../../record/editor/refusals.ts';
import { investmentsPath, editingPath, investmentRecord, profilePath } from './investmentRecord.ts';
import styles from './investment.module.css';

type Values = Readonly<Record<string, unknown>>;
type Portfolio = Answer<'getPortfolioMetrics'>;
type ViewName = keyof typeof metricViews;

const allFields = { ...fields.companyFields, ...fields.dealFields, ...fields.positionFields };
const groupOf = allFields as Readonly<Record<string, { readonly group?: string }>>;
const namesOf = (view: ViewName) => Object.keys(allFields).filter((name) => groupOf[name]?.group === metricViews[view]);
const views = Object.keys(metricViews) as ViewName[];
const isView = (name: string | undefined): name is ViewName => views.some((view) => view === name);

const idOf = (value: unknown) => (value as Reference | null | undefined)?.id || null;
const codeOf = (value: unknown) => (idOf(value) === null ? undefined : ((value as Reference).code ?? undefined));
const numberOf = (value: unknown) =>
  typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? decimal(value.trim()) : null;
const slotsOf = (values: Values) =>
  [1, 2, 3, 4, 5].map((slot) => ({
    region: idOf(values[`geoRegion${String(slot)}`]),
    percentage: numberOf(values[`geoPercentage${String(slot)}`]),
  }));

/** Checks the input by the same rules as the server, so that errors appear while a person types. */
function check(values: Values): Readonly<Record<string, string | undefined>> {
  const geography: [string, string][] = decideGeography(slotsOf(values)).match(
    () => [],
    (failures) =>
      failures.map(({ path, detail }): [string, string] => [
        `geo${path[1] === 'region' ? 'Region' : 'Percentage'}${String(Number(path[0]) + 1)}`,
        detail,
      ]),
  );
  const yearEnd = values['financialYearEnd'];
  const ownership = namesOf('currentInvestment').flatMap((name): [string, string][] => {
    const percent = numberOf(values[name]);
    return percent && !isOwnershipPercent(percent) ? [[name, 'Ownership must be from 0 to 100 percent.']] : [];
  });
  return {
    ...Object.fromEntries(geography),
    ...Object.fromEntries(ownership),
    financialYearEnd:
      typeof yearEnd === 'string' && yearEnd !== '' && !isMonthDay(yearEnd)
        ? 'Enter the financial year end as MM-dd.'
        : undefined,
  };
}

/** Enters data about a company and a holding at a quarter end. All views belong to one form, so that switching between them loses no input. */
export function InvestmentEditing() {
  const { id = '', sourceId = '', endDate = '' } = useParams();
  const query = { investmentId: id, fundInvestmentId: sourceId, endDate };
  const { data, error, refetch } = useRead('getPortfolioMetrics', { query });
  const { data: investment } = useRead('getPerformanceInvestment', { params: { id } });
  const [loaded, setLoaded] = useState<Portfolio>();
  // The form keeps the record as it was when it opened.
  const opened = loaded ?? data;
  if (opened && loaded !== opened) setLoaded(opened);
  if (!opened || !investment) return <ReadState error={!opened && error} onRetry={refetch} lines={10} />;
  return <Editing loaded={opened} name={investmentRecord.nameOf(investment)} />;
}

interface EditingProps {
  readonly loaded: Portfolio;
  readonly name: string;
}

function Editing({ loaded, name }: EditingProps) {
  const { id = '', sourceId = '', endDate = '', view: requestedView } = useParams();
  const view = isView(requestedView) ? requestedView : 'companyGeneral';
  const navigate = useNavigate();
  const profile = profilePath(id, sourceId, 'portfolioMetrics');
  useRecordCrumb(name, toHref(profile));
  const within = `${investmentsPath}/${id}/editing/${sourceId}/${endDate}`;
  const onSave = useSave({ loaded, name }, view, within);
  const [initial] = useState(() => {
    const { fundInvestment, ...position } = loaded.fundInvestmentPeriod;
    return {
      ...loaded.investmentPeriod.investment,
      ...fundInvestment,
      ...position,
      rowVersion: loaded.fundInvestmentPeriod.rowVersion,
    };
  });
  return (
    <EditorScreen
      title={`Edit ${name}, ${formatDate(endDate)}`}
      fields={allFields}
      initial={initial}
      only={[]}
      check={check}
      onSave={onSave}
      onCancel={() => void navigate(profile)}
      // Switching views does not leave the form, and switching quarters takes the input along.
      staysOn={({ to }) => to.pathname.startsWith(within) || typedIn(to) !== undefined}
      actions={(form) => <QuarterSelect form={form} initial={initial} />}
    >
      {(form) => (
        <>
          <Typed form={form} />
          {loaded.locked ? <Banner tone="warn">{lockedText(loaded.locked, endDate)}</Banner> : null}
          <RouteTabs
            current={view}
            tabs={views.map((item) => ({
              id: item,
              title: titleOf(item, form),
              href: toHref(`${within}/${item}`),
            }))}
          />
          <Choices form={form}>
            <FormFields form={clearingChildren(form)} only={namesOf(view)} />
          </Choices>
          {view === 'geographic' ? <Exposure values={form.values} /> : null}
          {view === 'currentValuation' ? <Ledger loaded={loaded} /> : null}
        </>
      )}
    </EditorScreen>
  );
}

/** Returns the save of all views, which opens the profile, or else the view that contains the first error. */
function useSave({ loaded, name }: EditingProps, view: ViewName, within: string) {
  const { id = '', sourceId = '', endDate = '' } = useParams();
  const [save] = useWrite('savePortfolioMetrics');
  const continueTo = useContinueTo();
  const navigate = useNavigate();
  return async (values: Values) => {
    const part = (table: object) =>
      Object.fromEntries(Object.keys(table).map((field) => [field, values[field] ?? null]));
    const body = {
      investmentId: id,
      fundInvestmentId: sourceId,
      endDate,
      investmentPeriod: { rowVersion: loaded.investmentPeriod.rowVersion, investment: part(fields.companyFields) },
      fundInvestmentPeriod: {
        ...part(fields.positionFields),
        rowVersion: loaded.fundInvestmentPeriod.rowVersion,
        fundInvestment: part(fields.dealFields),
      },
    };
    try {
      await save({ body } as never);
      toastSuccess(`${name} updated successfully.`);
      await continueTo(`${profilePath(id, sourceId, 'portfolioMetrics')}?endDate=${endDate}`);
      return undefined;
    } catch (failure) {
      const all = refusals(failure).map(({ path, message, status }) =>
        // An error of the quarter itself needs only the sentence.
        path === 'endDate' ? { message } : { message, status, path: path?.split('.').at(-1) },
      );
      // Opens the view that contains the field with the error.
      const away = all.find(({ path }) => path !== undefined && !namesOf(view).includes(path));
      const its = views.find((candidate) => away?.path !== undefined && namesOf(candidate).includes(away.path));
      if (its) void navigate(`${within}/${its}`);
      return all;
    }
  };
}

/** Marks the title of a view that contains an error, because another view may be open. */
const titleOf = (view: ViewName, { errors }: RecordFormState) =>
  metricViews[view] + (namesOf(view).some((name) => errors[name]) ? ' (to correct)' : '');

/** Fields that are cleared when the level above changes. */
const below: Readonly<Record<string, readonly string[]>> = {
  altXSector: ['altXSubSector', 'altXIndustry'],
  altXSubSector: ['altXIndustry'],
};
const clearingChildren = (form: RecordFormState): RecordFormState => ({
  ...form,
  set: (name, value) => {
    if (idOf(value) !== idOf(form.values[name])) for (const child of below[name] ?? []) form.set(child, null);
    form.set(name, value);
  },
});

/** Narrows the choices: sub-sectors of the sector, industries of both, and regions that no other row has. */
function Choices({ form, children }: { readonly form: RecordFormState; readonly children: ReactNode }) {
  const all = useContext(OptionSources);
  const sector = codeOf(form.values['altXSector']);
  const subSector = codeOf(form.values['altXSubSector']);
  const sources = useMemo(() => {
    const narrowed = (source: OptionSource, fits: (code: string) => boolean): OptionSource =>
      typeof source === 'function'
        ? async (search) => firstOptions(await source(search)).options.filter(({ code }) => fits(code ?? ''))
        : source.filter(({ code }) => fits(code ?? ''));
    const optionSources: Readonly<Record<string, OptionSource>> = {
      'reference:sub-sector': narrowed(all('reference:sub-sector'), (code) => isSubSectorOf({ sector }, code)),
      'reference:industry': narrowed(all('reference:industry'), (code) => isIndustryOf({ sector, subSector }, code)),
    };
    return (type: string) => optionSources[type] ?? all(type);
  }, [all, sector, subSector]);
  return <OptionSources value={sources}>{children}</OptionSources>;
}

/** The total exposure of the regions, with a warning if it is too high. */
function Exposure({ values }: { readonly values: Values }) {
  const { total, isOverExposed } = exposure(slotsOf(values));
  return (
    <>
      <FigureStrip figures={[{ label: 'Total %', kind: 'percent', value: total.toFixed() }]} />
      {isOverExposed ? (
        <p className={styles.over} role="alert">
          The region percentages total more than 100.
        </p>
      ) : null}
    </>
  );
}

/** Displayed if nothing is entered. */
const Ledger = ({ loaded }: { readonly loaded: Portfolio }) => (
  <FigureStrip
    figures={[
      { label: 'Fair value (ledger)', kind: 'money', value: loaded.ledgerValue },
      { label: 'Proceeds and income (ledger)', kind: 'money', value: loaded.ledgerProceeds },
      {
        label: 'Total value (saved)',
        ...displayedFigure({ field: 'totalValueOfInvestment', kind: 'money' }, loaded.fundInvestmentPeriod),
      },
    ]}
  />
);

/** Returns the reason why the quarter can't be saved, which is displayed before anything is typed. */
function lockedText({ vehicle, lockedDate, lockedBy }: NonNullable<Portfolio['locked']>, endDate: string): string {
  const when = lockedDate === null ? '' : ` on ${formatInstant(lockedDate)}`;
  const by = lockedBy === null ? '' : ` by ${lockedBy}`;
  return `The quarter ${formatDate(endDate)} of ${vehicle} was locked${when}${by}. You can’t save to it. Choose another reporting date; your input is carried over.`;
}

/** Returns the input that was typed for another quarter and taken along to this one. */
const typedIn = (target: Pick<Location, 'pathname'> & { readonly state?: unknown }): Values | undefined =>
  (target.state as { readonly typed?: Values } | null | undefined)?.typed;
const valueText = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);

function Typed({ form }: { readonly form: RecordFormState }) {
  const typed = typedIn(useLocation());
  const put = useEffectEvent(() => {
    for (const [name, value] of Object.entries(typed ?? {})) form.set(name, value);
  });
  useEffect(() => put(), []);
  return null;
}

/** Switches to another quarter. That is another form, which receives the unsaved input of this one. */
function QuarterSelect({ form, initial }: { readonly form: RecordFormState; readonly initial: Values }) {
  const { id = '', sourceId = '', endDate = '', view } = useParams();
  const navigate = useNavigate();
  const { data } = useRead('listInvestmentReportingDates', { query: {} });
  const dates = [...new Set([endDate, ...(data ?? []).map((date) => date.endDate)])].toSorted().toReversed();
  return (
    <Select
      label="Reporting date"
      size="xs"
      w={150}
      allowDeselect={false}
      searchable={dates.length > 12}
      data={dates.map((value) => ({ value, label: formatDate(value) }))}
      value={endDate}
      onChange={(next) => {
        if (!next) return;
        const names = Object.keys(allFields).filter(
          (name) => valueText(form.values[name]) !== valueText(initial[name]),
        );
        const typed = Object.fromEntries(names.map((name) => [name, form.values[name]]));
        form.storedInput.drop();
        void navigate(editingPath(id, sourceId, next, view), names.length > 0 ? { state: { typed } } : {});
      }}
    />
  );
}
