import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { createPath, editorPath, sectionOfContainer } from './features/carry/allocation/addresses.ts';
import { fundDetailPages } from './report/reportPaths.ts';
import { reports } from './report/reports.ts';
import { redirects, screens, sections } from './screens.ts';
import { entryRoutes } from './session/signIn/entryRoutes.ts';

const addresses = screens.flatMap(({ path, aliases = [] }) => [path, ...aliases]);
const leadsSomewhere = (path: string) => addresses.some((pattern) => matchPath(pattern, path) !== null);
const filled = (path: string) => path.replaceAll(/\/:(\w+)\?/g, '').replaceAll(/:\w+/g, 'x');

describe('the table of screens', () => {
  it('gives each address to one screen', () => {
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(sections.map(({ title, path }) => [title, path]))('leads from the menu entry %s to a screen', (_, path) => {
    expect(leadsSomewhere(path)).toBe(true);
  });

  it.each(redirects.map(({ from, to }) => [from, to]))('redirects %s to a screen', (_, to) => {
    expect(leadsSomewhere(filled(to))).toBe(true);
  });

  it('names the views of a profile differently', () => {
    const twice = screens.filter(({ views = [] }) => new Set(views.map(({ id }) => id)).size < views.length);
    expect(twice.map(({ path }) => path)).toEqual([]);
  });

  it('assigns every screen to a section, except notifications and help', () => {
    const sectionIds = new Set([...sections.map(({ id }) => id), 'notification', 'help']);
    expect(screens.filter(({ section }) => !sectionIds.has(section)).map(({ path }) => path)).toEqual([]);
  });

  it('leads from a row of the payroll tie-out to the payroll of its employee, where differences are explained', () => {
    const tieOut = reports.find(({ name }) => name === 'payroll-tie-out');
    const [href] = (tieOut?.columns ?? []).flatMap((column) => column.href ?? []);
    const employee = screens.find(({ path }) => path === '/comp/employee/:id/profile');
    const view = matchPath('/comp/employee/:id/profile/:view', href ?? '')?.params.view;
    expect(employee?.views?.find(({ id }) => id === view)?.title).toBe('Payroll');
  });

  it('leads from each part of a report’s chart to a screen', () => {
    const linked = reports.flatMap(({ name, charts = [] }) => charts.map(({ href = '' }) => ({ name, href })));
    const exists = (path: string) =>
      screens.some(
        (screen) =>
          matchPath(screen.path, path) ?? screen.views?.some(({ id }) => matchPath(`${screen.path}/${id}`, path)),
      );
    const pathOf = (href: string) => href.replace(/\?.*/, '').replaceAll(/\{(type|holderType)\}/g, 'fund');
    expect(linked.filter(({ href }) => !exists(pathOf(href)))).toEqual([]);
  });

  it('has every part of carry under /carry [U-C-007]', () => {
    const ofCarry = new Set(sections.filter(({ module }) => module === 'carry').map(({ id }) => id));
    // Settings belong to every module.
    const own = screens.filter(({ section }) => ofCarry.has(section) && section !== 'settings');
    const elsewhere = own
      .flatMap(({ path, aliases = [] }) => [path, ...aliases])
      .filter((path) => !path.startsWith('/carry/'));
    expect(elsewhere).toEqual([]);
    expect(own.length).toBeGreaterThan(30);
  });

  it('leads from carry itself to the participants [U-C-035]', () => {
    expect(redirects).toContainEqual({ from: '/carry', to: '/carry/participant' });
  });

  const titleAt = (address: string) =>
    screens.find(({ path, aliases = [] }) => [path, ...aliases].some((pattern) => matchPath(pattern, address)))?.title;
  const ledTo = (address: string) => redirects.find(({ from }) => matchPath(from, address) !== null)?.to;
  it.each([
    ['/comp', '/comp/employee'],
    ['/performance', '/performance/dashboard'],
    ['/performance-lp', '/performance/dashboard'],
    ['/carry', '/carry/participant'],
  ])('leads from the module %s to %s [U-T-013]', (address, to) => {
    expect(ledTo(address)).toBe(to);
  });

  it.each([
    ['/performance/tenantlinkrequest/x/profile/overview', 'tenantlinkrequest/pending'],
    ['/performance/settings/tenantlinkrequest/x/profile/overview', 'tenantlinkrequest/pending'],
    ['/performance/settings/tenantlinkrequest/resolved', 'tenantlinkrequest/resolved'],
    ['/performance/datamanagement/tenantlinkrequest/x/profile/overview', 'tenantlinkrequest/pending'],
    ['/performance/datamanagement/tenantlinkdatatransfer/x/profile/overview', 'tenantlinkdatatransfer/:id'],
  ])('leads from the older address %s to %s [U-T-028]', (address, to) => {
    expect(ledTo(address)).toBe(`/performance/datamanagement/${to}`);
  });

  it.each(['carry', 'performance', 'comp'])('leads from the older addresses of users and groups of %s', (module) => {
    const at = `/${module}/settings`;
    expect(ledTo(`${at}/user/x/profile/overview`)).toBe(`${at}/userProfile/:id`);
    expect(ledTo(`${at}/group/x/profile/overview`)).toBe(`${at}/groupProfile/:id`);
  });

  it('opens data management with the upload history, and has mapping templates in every module [U-T-025 M-T-002 M-T-003 R-T-080]', () => {
    const titles = ['', '/uploads', '/mapping'].map((view) => titleAt(`/performance/datamanagement${view}`));
    expect(titles).toEqual(['Upload History', 'Upload History', 'Mapping Templates']);
    for (const module of ['carry', 'performance', 'comp']) {
      expect(ledTo(`/${module}/uploadhistory`)).toBe(`/${module}/datamanagement`);
      expect(screens.find(({ path }) => path === `/${module}/datamanagement/mapping`)?.title).toBe('Mapping Templates');
    }
  });

  it('has tenant links, data transfers and bulk edit in performance only [U-T-026]', () => {
    const own = addresses.filter((path) => /tenantlink|bulkedit/.test(path));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter((path) => !path.startsWith('/performance/'))).toEqual([]);
  });

  const around = entryRoutes.map(({ path }) => path as string);
  it.each([
    ['U-T-001', ['/carry/participant', '/performance/dashboard', '/comp/employee', '/reporting']],
    ['U-T-004', ['/login', '/login/x', '/select-tenant']],
    ['U-T-006', ['/note/x', '/notification', '/carry/fund/x/profile/document', '/carry/fund/x/profile/activity']],
    [
      'U-T-007',
      ['/performance/datamanagement/uploads', '/performance/datamanagement/mapping', '/carry/datamanagement/mapping'],
    ],
    [
      'U-T-008',
      ['/performance/datamanagement/tenantlinkrequest', '/performance/datamanagement/tenantlinkdatatransfer'],
    ],
  ])("has the platform's screens [%s]", (_, requested) => {
    const paths = [
      ...around.filter((path) => path !== '*'),
      ...screens.flatMap(({ path, aliases = [], views }) =>
        [path, ...aliases].map((pattern) => (views ? `${pattern}/:view?` : pattern)),
      ),
    ];
    expect(requested.filter((address) => !paths.some((pattern) => matchPath(pattern, address)))).toEqual([]);
  });

  it('has lists, profiles, editors, reports, dashboard and analysis under /performance, and read-only screens under /reporting [U-P-001]', () => {
    const kindsUnder = (base: string) =>
      new Set(screens.filter(({ path }) => path.startsWith(`${base}/`)).map(({ kind }) => kind));
    expect(kindsUnder('/performance')).toEqual(new Set(['list', 'profile', 'add', 'edit']));
    expect(kindsUnder('/reporting')).toEqual(new Set(['list', 'profile']));
  });

  it.each([
    ['funds', '/performance/fund'],
    ['investments', '/performance/investment'],
    ['investors', '/performance/investor'],
    ['firms', '/performance/firm'],
    ['the dashboard', '/performance/dashboard'],
    ['analysis', '/performance/analysis'],
    ['cash-flow events', '/reporting/fund/x/events'],
    ['capital accounts', '/performance/report/fund/cas'],
    ['portfolio summaries', '/performance/report/fund/pfs'],
    ['investor IRRs', '/performance/report/investor-irrs'],
    ['analytics', '/performance/report/investment-analytics'],
    ['user activity', '/performance/report/user-activity'],
    ['certified data', '/performance/report/altexchange-report'],
    ['tenant links', '/performance/datamanagement/tenantlinkrequest'],
    ['data transfers', '/performance/datamanagement/tenantlinkdatatransfer'],
  ])('leads to %s of performance [U-P-004]', (_, address) => {
    expect(screens.some(({ path, views }) => matchPath(views ? `${path}/:view?` : path, address) !== null)).toBe(true);
  });

  it.each(['/performance/investor/:id', '/performance/fund/:id', '/performance/firm/:id'])(
    'has documents and the activity on the profile at %s [U-P-005]',
    (at) => {
      const ids = screens.find(({ path }) => path === at)?.views?.map(({ id }) => id);
      expect(ids).toEqual(expect.arrayContaining(['document', 'activity']));
    },
  );
  it('has news, documents and the activity on the profile of an investment [U-P-005]', () => {
    const { views } = screens.find(({ path }) => path === '/performance/investment/:id/source/:sourceId')!;
    expect(views?.map(({ id }) => id)).toEqual(expect.arrayContaining(['news', 'document', 'activity']));
  });

  it("uses one name for a record's activity", () => {
    const titles = screens.flatMap(
      ({ views }) => views?.filter(({ id }) => id === 'activity').map(({ title }) => title) ?? [],
    );
    expect(new Set(titles)).toEqual(new Set(['Activity Log']));
    expect(titleAt('/carry/settings/activity')).toBe(titleAt('/performance/report/user-activity'));
  });

  it.each([
    ['/performance/report/cas/fund', 'Capital Account Detail Report', 'U-P-012'],
    ['/performance/report/cas/another', 'Capital Account Fund Report', 'U-P-012'],
    ['/performance/report/pfs/fund', 'Portfolio Summary Detail Report', 'U-P-013'],
    ['/performance/report/pfs/another', 'Portfolio Summary Fund Report', 'U-P-013'],
    ['/performance/report/fund/list', 'Fund Overview', 'M-P-009'],
    ['/performance/report/investment/list', 'Investment Details', 'M-P-010'],
  ])('names the report at %s %s [%s]', (address, title) => {
    expect(titleAt(address)).toBe(title);
  });

  it('has one page for four fund reports, each at an address with its own name [U-P-014 M-P-015 M-P-016 M-P-017 M-P-018]', async () => {
    const names = ['Fund Details', 'Fund Cash Flow Analysis', 'Date Management', 'Investor Cash Flow'];
    expect(fundDetailPages.map(({ title }) => title)).toEqual(names);
    expect(fundDetailPages.map(({ path }) => titleAt(path))).toEqual(names);
  });

  it.each([
    ['/performance/investor/:id', 'activity', 'Activity Log', 'M-P-022'],
    ['/performance/investment/:id/source/:sourceId', 'ps', 'Portfolio Summary', 'M-P-024'],
    ['/carry/entity/:id/profile', 'account-entries', 'Investor Account Balance', 'M-C-016'],
    ['/carry/entity/:id/profile', 'distributions', 'Distribution History', 'M-C-017'],
    ['/carry/entity/:id/profile', 'allocation', 'Allocation Profile', 'M-C-018'],
    ['/carry/entity/:id/profile', 'forecasts', 'Carry Forecasts', 'M-C-019'],
    ['/carry/entity/:id/profile', 'members', 'Entity Members', 'M-C-020'],
    ['/carry/entity/:id/profile', 'activity', 'Activity Log', 'M-C-021'],
    ['/carry/distribution/:id', 'details', 'Participant Summary', 'M-C-041 R-C-172'],
    ['/carry/investment/:id/profile/:view?/:fundOrCoinvestmentId?', 'metric', 'Financial Performance', 'M-C-045'],
  ])('names the view of %s at %s %s [%s]', (at, view, title) => {
    const found = screens.find(({ path }) => path === at)?.views?.find(({ id }) => id === view);
    expect(found?.title).toBe(title);
  });
});

describe('the allocation profiles of a container', () => {
  const summary = (kind: keyof typeof sectionOfContainer) =>
    ({ id: 'p', container: { id: 'c', kind }, fundId: 'f', investmentId: 'i' }) as Parameters<typeof editorPath>[0];
  const titleAt = (address: string) =>
    screens.find(({ path, aliases = [] }) => [path, ...aliases].some((pattern) => matchPath(pattern, address)))?.title;

  it.each([
    'fund',
    'coinvestment',
    'entity',
    'vintage',
    'fundVintage',
    'fundInvestment',
    'coinvestmentInvestment',
    'tranche',
  ] as const)('of a %s are created, copied and edited at their own addresses [U-C-013 U-C-056]', (kind) => {
    const { container, fundId, investmentId } = summary(kind);
    expect(titleAt(createPath({ ...container, fundId, investmentId }))).toBe('Add Allocation Profile');
    expect(titleAt(editorPath(summary(kind), 'copy'))).toBe('Copy Allocation Profile');
    expect(titleAt(editorPath(summary(kind), 'edit'))).toBe('Edit Allocation Profile');
  });
});
