import { openFirm } from './openFirm.ts';
import { referenceOnce } from './plantedVehicle.ts';
import type { BodyOf } from './testClient.ts';
import { type TestPerson, TestServer } from './testServer.ts';

type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];
export type ReportedFigure = BodyOf<'saveReported'>['figures'][number];

/** The figures of an investor's row. */
export const listedFigures = [
  'commitment',
  'contributions',
  'distributions',
  'unfunded',
  'nav',
  'irr',
  'dpi',
  'rvpi',
  'tvpi',
] as const;

/** A fund in a test, with a holding and its investors. */
export interface LedgerFund {
  readonly tenant: string;
  readonly by: TestPerson;
  readonly fund: string;
  readonly holding: string;
  readonly investors: Readonly<Record<'a' | 'b' | 'gp', string>>;
}

export const entry = (
  type: Entry['type'],
  amount: string,
  effectiveDate: string,
  more: Partial<Entry> = {},
): Entry => ({ type, amount, effectiveDate, ...more });

export const reportedFigure = (
  figure: ReportedFigure['figure'],
  value: string,
  date: string,
  more: Partial<ReportedFigure> = {},
): ReportedFigure => ({ figure, value, date, ...more });

/** The settings of a fund whose NAV comes from reports. */
export const reportedBasis = { navBasis: { code: 'REPORTED', description: 'Reported' } } as const;

/** A firm with an editor and an administrator of performance, whose funds have ledgers. */
class LedgerFirm {
  readonly server: TestServer;
  readonly tenantId: string;
  readonly editor: TestPerson;
  readonly administrator: TestPerson;

  private constructor(server: TestServer, tenantId: string, editor: TestPerson, administrator: TestPerson) {
    this.server = server;
    this.tenantId = tenantId;
    this.editor = editor;
    this.administrator = administrator;
  }

  static async open(): Promise<LedgerFirm> {
    const server = await TestServer.start();
    const tenantId = await server.tenant();
    const editor = await server.person(tenantId, { performance: 'editor' });
    const administrator = await server.person(tenantId, { performance: 'administrator' });
    return new LedgerFirm(server, tenantId, editor, administrator);
  }

  /** Creates a fund with a holding, two investors and its general partner, who committed 600, 300 and 100. */
  async plant(
    name: string,
    tenant = this.tenantId,
    by = this.editor,
    among?: LedgerFund,
    more: Partial<BodyOf<'saveFund'>> = {},
  ): Promise<LedgerFund> {
    const currency = { id: await referenceOnce(this.server, tenant, 'currency', 'EUR') };
    const owner = await this.server.person(tenant, { carry: 'administrator', performance: 'administrator' });
    const client = this.server.as(owner);
    const { id: fund } = await client.saveFund({ body: { code: name, legalName: `${name} Fund`, currency, ...more } });
    const { id: investment } = await client.saveInvestment({
      body: {
        code: `${name}-S`,
        name: `${name} Steel`,
        legalName: `${name} Steel`,
        fundInvestments: [{ fund: { id: fund } }],
      },
    });
    const [row] = await this.server.withTenant(
      { tenantId: tenant, personId: null, now: this.server.now.toISOString() },
      (tx) =>
        tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
          tenant,
          investment,
        ]),
    );
    const investor = async (code: string, kind: string) => {
      const type = { id: await referenceOnce(this.server, tenant, 'investor-type', kind) };
      return (await client.saveInvestor({ body: { code: `${name}-${code}`, name: `${name} ${code}`, type } })).id;
    };
    const investors = among?.investors ?? {
      a: await investor('LP-A', 'INVESTOR'),
      b: await investor('LP-B', 'INVESTOR'),
      gp: await investor('GP', 'GP'),
    };
    const close = (key: keyof typeof investors, amount: string, more: Partial<BodyOf<'saveCommitment'>> = {}) =>
      ({
        investorId: investors[key],
        kind: 'CLOSE',
        date: '2020-01-01',
        amount,
        ...more,
      }) as const;
    const commitments = [
      close('a', '600.00'),
      close('b', '300.00'),
      close('gp', '100.00', { paysFee: false }),
    ] as const;
    await this.server.as(by, tenant).saveCommitments({ body: { vehicleId: fund, commitments } });
    return { tenant, by, fund, holding: row!.id, investors };
  }

  enter({ fund, by, tenant }: LedgerFund, ...entries: readonly Entry[]) {
    return this.server
      .as(by, tenant)
      .saveLedgerEntries({ body: { vehicleId: fund, entries, warningsConfirmed: true } });
  }

  report({ fund, by, tenant }: LedgerFund, ...figures: readonly ReportedFigure[]) {
    return this.server.as(by, tenant).saveReported({ body: { vehicleId: fund, figures } });
  }

  periodAt({ fund }: LedgerFund, endDate: string) {
    return this.server.as(this.editor).getPeriod({ params: { vehicleId: fund, endDate } });
  }

  async figuresAt(planted: LedgerFund, endDate: string, subject: string) {
    const { figures } = await this.periodAt(planted, endDate);
    return figures.filter((figure) => figure.subject === subject);
  }

  /** Returns the explained result of a figure, or the reason why it has none. */
  async explainedAt(subject: string, date: string, figure: string) {
    const query = { subject, date, figure };
    const { result, whyNot } = await this.server.as(this.editor).explainPerformance({ query });
    return result ?? whyNot?.code;
  }

  /** Reads a file. The address starts below the area. */
  file(by: TestPerson, path: string, tenant = this.tenantId) {
    return this.server.call(by.token, tenant, { method: 'GET', url: `/api/performance/${path}` });
  }
}

/**
 * Opens a firm before the tests of a file and stops its server after them. Its functions can be destructured. Its values
 * exist only while tests run.
 */
export const openLedgerFirm = () =>
  openFirm(
    () => LedgerFirm.open(),
    ['tenantId', 'editor', 'administrator'],
    ['plant', 'enter', 'periodAt', 'figuresAt', 'report', 'explainedAt', 'file'],
  );
