import { openFirm } from './openFirm.ts';
import type { AnswerOf, BodyOf, QueryOf, TestClient } from './testClient.ts';
import { TestServer } from './testServer.ts';

export type Account = AnswerOf<'getFundCapitalAccount'>;
type Entry = BodyOf<'saveLedgerEntries'>['entries'][number];

export const END = '2021-06-30';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export const statusAndStart = ({
  statusCode,
  rawPayload,
}: {
  readonly statusCode: number;
  readonly rawPayload: Buffer;
}) => [statusCode, rawPayload.subarray(0, 2).toString()];
export const row = (account: Account, number: number) => account.rows.find(({ row }) => row === number)!;
export const entry = (
  type: Entry['type'],
  amount: string,
  effectiveDate: string,
  more: Partial<Entry> = {},
): Entry => ({
  type,
  amount,
  effectiveDate,
  ...more,
});

/** Enters the fund's securities, entries and valuations. */
async function enterLedger(
  editor: TestClient,
  { fund, holding, excused }: { readonly fund: string; readonly holding: string; readonly excused: string },
) {
  const security = async (kind: 'EQUITY' | 'DEBT', name: string) =>
    (await editor.saveSecurity({ body: { vehicleId: fund, holdingId: holding, class: kind, name } })).id;
  const [shares, loan] = [await security('EQUITY', 'Common'), await security('DEBT', 'Senior loan')];
  const notice = await editor.saveNotice({
    body: {
      vehicleId: fund,
      kind: 'CALL',
      issueDate: '2020-01-02',
      dueDate: '2020-01-10',
    },
  });
  const positionOf = (securityId: string) => ({ holdingId: holding, securityId });
  await editor.saveLedgerEntries({
    body: {
      vehicleId: fund,
      entries: [
        entry('CALL-INV', '410.00', '2020-01-10', { noticeId: notice.id }),
        entry('CALL-FEE', '9.00', '2020-01-10', { noticeId: notice.id }),
        entry('BUY', '300.00', '2020-01-15', positionOf(shares)),
        entry('BUY', '110.00', '2020-01-15', positionOf(loan)),
        entry('FEE', '9.00', '2020-03-31'),
        entry('INC-INT', '7.01', '2020-12-31', { holdingId: holding }),
        entry('SELL', '150.00', '2021-05-01', { ...positionOf(shares), costRelieved: '100.00' }),
        entry('DIST-ROC', '100.00', '2021-05-03', { isRecallable: true }),
        entry('CARRY-EARNED', '10.00', '2021-05-03'),
        entry('CARRY-PAID', '6.00', '2021-05-03'),
      ],
    },
  });
  const valuations = [
    { securityId: shares, date: '2020-12-31', fairValue: '333.33' },
    { securityId: shares, date: END, fairValue: '290.00' },
  ];
  await editor.saveValuations({ body: { vehicleId: fund, valuations } });
  // The excuse was entered for the wrong partner and reversed, so it must have no effect.
  const excuse = {
    vehicleId: fund,
    investorId: excused,
    kind: 'EXCUSE',
    holdingId: holding,
    date: '2020-01-20',
  } as const;
  const excuseEvent = await editor.saveCommitment({ body: excuse });
  await editor.reverseCommitmentEvent({
    params: { id: excuseEvent.id },
    body: { reason: 'Another partner is excused' },
  });
}

async function startStatements() {
  const server = await TestServer.start();
  const tenantId = await server.tenant();
  const editor = await server.person(tenantId, { performance: 'editor' });
  const owner = await server.person(tenantId, { carry: 'administrator', performance: 'administrator' });
  const reference = async (type: string, code: string) => ({ id: await server.referenceEntry(tenantId, type, code) });
  const [currency, lp, gpType] = [
    await reference('currency', 'EUR'),
    await reference('investor-type', 'INVESTOR'),
    await reference('investor-type', 'GP'),
  ];
  const firm = await server.as(owner).saveFirm({ body: { code: 'HARB', name: 'Harbor Street Capital', currency } });
  const logo = new File([pixel], 'logo.png', { type: 'image/png' });
  await server.as(owner).uploadContainerImage({ params: { id: firm.id }, file: logo });
  const oak = { code: 'OAK', legalName: 'Oak Fund', currency, firm: { id: firm.id } };
  const fund = (await server.as(owner).saveFund({ body: oak })).id;
  const investment = await server.as(owner).saveInvestment({
    body: { code: 'STEEL', name: 'Steel', legalName: 'Steel', fundInvestments: [{ fund: { id: fund } }] },
  });
  const investor = async (code: string, type: { readonly id: string }) =>
    (await server.as(owner).saveInvestor({ body: { code, name: `Partner ${code}`, type } })).id;
  const investors = { a: await investor('LP-A', lp), b: await investor('LP-B', lp), gp: await investor('GP', gpType) };
  for (const [key, amount] of [
    ['a', '600.00'],
    ['b', '300.00'],
    ['gp', '100.00'],
  ] as const) {
    await server.as(editor).saveCommitment({
      body: {
        vehicleId: fund,
        investorId: investors[key],
        kind: 'CLOSE',
        date: '2020-01-01',
        amount,
      },
    });
  }
  const [found] = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query<{ id: string }>('SELECT id FROM fund_investment WHERE tenant_id = $1 AND investment_id = $2', [
      tenantId,
      investment.id,
    ]),
  );
  const holding = found!.id;
  await enterLedger(server.as(editor), { fund, holding, excused: investors.b });
  return { server, tenantId, editor, fund, holding, gpType, investors };
}

/**
 * Creates a firm before the tests of a file, and stops its server after them. Its fund has partners, two securities and
 * a ledger to a quarter end. Its functions can be destructured. Its values exist only while tests run.
 */
export function openStatements() {
  const firm = openFirm(startStatements, ['tenantId', 'editor', 'fund', 'holding', 'gpType', 'investors']);
  const { as } = firm;
  /** Reads a file, or a raw response. */
  const file = (path: string) =>
    firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: path.startsWith('/') ? path : `/api/performance/${path}`,
    });
  const account = (endDate = END, query: QueryOf<'getFundCapitalAccount'> = {}) =>
    as(firm.editor).getFundCapitalAccount({ params: { fundId: firm.fund, endDate }, query });
  const figures = async () => {
    const { figures: all } = await as(firm.editor).getPeriod({ params: { vehicleId: firm.fund, endDate: END } });
    return (subject: string, name?: string) =>
      all.find(
        ({ subject: rowSubject, name: rowName }) => rowSubject === subject && (name === undefined || rowName === name),
      )!;
  };

  return Object.assign(firm, { file, account, figures });
}
