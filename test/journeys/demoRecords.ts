import type { Page } from 'playwright-core';

interface Row {
  readonly Id: string;
  readonly [field: string]: unknown;
}
type Records = Readonly<Record<string, readonly Row[]>>;

const lists = {
  fund: '/api/carry/fund?SortColumn=totalCarryDistributed&SortAsc=false',
  coinvestment: '/api/carry/coinvestment?SortColumn=totalCarryDistributed&SortAsc=false',
  investment: '/api/carry/investment/investments?SortColumn=totalCarryDistributed&SortAsc=false',
  vintage: '/api/carry/vintage',
  profile: '/api/carry/allocationprofile/navigation-list',
  employee: '/api/carry/employee',
  trust: '/api/carry/trust',
  entity: '/api/carry/participantEntity',
  distribution: '/api/carry/distribution?IncludeInactive=true',
  realization: '/api/carry/realization/index',
  forecast: '/api/carry/forecast',
  ledger: '/api/carry/ledger',
  delivery: '/api/carry/delivery',
  vesting: '/api/carry/vestingschedule',
  taxProfile: '/api/carry/taxprofile',
  firm: '/api/performance/firm/firmList',
  'report-run': '/api/performance/report-run',
  investor: '/api/performance/investor/investors',
  'index-series': '/api/performance/index-series',
  benchmark: '/api/performance/benchmark',
  transfer: '/api/performance/data-transfer',
  upload: '/api/upload-history/carry',
  mapping: '/api/upload-history/performance/templates',
  compEmployee: '/api/comp/employee/directory',
  salary: '/api/comp/salary',
  award: '/api/comp/award',
  deferred: '/api/comp/deferred',
  statement: '/api/comp/statement',
  user: '/api/user',
  group: '/api/group',
  portalDistribution: '/api/participant-portal/distribution',
  portalDocument: '/api/participant-portal/document',
} as const;

/** Returns the firm of the demo that the journeys use. */
async function tenantOf(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const tenants = (await (await fetch('/api/user/tenant-list')).json()) as { Id: string; Name: string }[];
    return tenants.find(({ Name }) => Name.startsWith('Alder Ridge'))?.Id ?? '';
  });
}

/** Returns a function that reads with the session of a page. */
function reader(page: Page, tenantId: string): (path: string) => Promise<unknown> {
  return (path) =>
    page.evaluate(
      async ([address, tenant]) =>
        (await fetch(address ?? '', { headers: { TenantId: tenant ?? '' } })).json() as unknown,
      [path, tenantId],
    );
}

/**
 * Returns a function that fills the parameters of an address with records of the demo: `/carry/fund/:id/profile` with a fund, and `:trancheId` with a
 * tranche of the investment before it. It returns undefined if the demo has no such record.
 */
export async function demoAddresses(page: Page): Promise<(path: string) => string | undefined> {
  const tenantId = await tenantOf(page);
  const read = reader(page, tenantId);
  const answers = await Promise.all(
    Object.entries(lists).map(async ([name, path]) => {
      // A person without a role in a module can't read its records.
      const answer = (await read(path)) as readonly Row[] | { readonly PageData?: readonly Row[] };
      return [name, 'length' in answer ? answer : (answer.PageData ?? [])] as const;
    }),
  );
  const records = Object.fromEntries(answers) as Records;
  // Built-in records have no id.
  const first = (name: keyof typeof lists) => records[name]?.find(({ Id }) => Id)?.Id;
  const investment = first('investment');
  const investmentRecord = (await read(`/api/carry/investment/${investment}`)) as {
    readonly FundInvestments?: readonly Row[];
  };
  const tranches = (await read(`/api/carry/investment/${investment}/tranche`)) as {
    readonly PageData?: readonly Row[];
  };
  const carryTerms = (await read(`/api/performance/fund/${first('fund')}/carry-terms`)) as {
    readonly Versions?: readonly Row[];
  };
  const vintage = records['vintage']?.[0];
  const draftOf = (list: keyof typeof lists) =>
    records[list]?.find((row) => (row['Status'] as { Code: string }).Code === 'DRAFT')?.Id;
  const byName: Readonly<Record<string, string | undefined>> = {
    fundId: first('fund'),
    coinvestmentId: first('coinvestment'),
    investmentId: investment,
    vintageId: vintage?.Id,
    entityId: first('entity'),
    employeeId: first('employee'),
    profileId: first('profile'),
    trancheId: tranches.PageData?.[0]?.Id,
    containerType: 'fund',
    containerId: investmentRecord.FundInvestments?.[0]?.Id,
    sourceId: investmentRecord.FundInvestments?.[0]?.Id,
    uploadId: first('upload'),
    objectId: first('fund'),
    view: 'employee',
    subview: 'all',
    subView: 'country',
    token: 'none',
    reportId: 'fund',
    endDate: '2026-06-30',
    folder: 'user',
    page: 'carry-run',
  };
  const ofVintage = (vintage?.['Fund'] as Row | undefined)?.Id;
  const byPosition: readonly (readonly [RegExp, string | undefined])[] = [
    [/^\/carry\/distribution\/:id\/edit/, draftOf('distribution')],
    [/^\/carry\/ledger\/:id\/edit/, draftOf('ledger')],
    [/^\/comp\/employee/, first('compEmployee')],
    [/^\/carry\/(settings\/)?vesting/, first('vesting')],
    [/\/settings\/tax/, first('taxProfile')],
    [
      /^\/participant-portal\/distribution/,
      records['portalDistribution']?.[0]?.['DistributionId'] as string | undefined,
    ],
    [/^\/participant-portal\/document/, first('portalDocument')],
    [/\/mapping\//, first('mapping')],
    [/\/report\/run\//, first('report-run')],
    [/\/carry-terms\/:id/, carryTerms.Versions?.[0]?.Id],
    [/\/tenantlinkdatatransfer\//, first('transfer')],
    [/user/i, first('user')],
    [/group/i, first('group')],
    ...(Object.keys(lists) as (keyof typeof lists)[]).map(
      (name) => [new RegExp(`^/(carry|performance|reporting|comp)/${name}/:id`), first(name)] as const,
    ),
  ];
  return (path) => {
    const id = byPosition.find(([pattern]) => pattern.test(path))?.[1];
    let isListed = true;
    const filled = path.replaceAll(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
      if (optional) return '';
      const underVintage = name === 'fundId' && path.includes(':vintageId') ? ofVintage : undefined;
      const value = name === 'id' ? id : (underVintage ?? byName[name]);
      isListed &&= value !== undefined;
      return `/${value}`;
    });
    return isListed ? filled : undefined;
  };
}
