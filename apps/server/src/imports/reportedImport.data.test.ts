import { reportingTemplateWorkbook } from '@carrara/adapters/spreadsheet/reportingTemplate';
import { decimal } from '@carrara/domain/kernel';
import { accountColumn } from '@carrara/domain/performance/capitalAccount';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFirm, type ImportFirm } from '../testing/importFirm.ts';
import { counts, faults, mappingOf } from '../testing/uploads.ts';

let firm: ImportFirm;
let files: ImportFirm['files'];

beforeAll(async () => {
  firm = await importFirm();
  files = firm.files;
});
afterAll(() => firm?.server.stop());

describe('a file of reported figures', () => {
  it('enters each figure once; another value replaces it [A-T-056]', async () => {
    const file = (nav: string) =>
      `Vehicle,Investor,Date,NAV,Net IRR,TVPI\nFUND-I,,2024-03-31,${nav},9.5,\nFUND-I,LP-A,2024-03-31,330.00,,1.1\n`;
    const wrong = await files.checked(
      'reported',
      `${file('1.00')}FUND-I,LP-A,2024-03-31,1.00,,\nFUND-I,LP-Z,2024-03-31,1.00,,\n`,
    );
    expect(faults(wrong)).toEqual([
      [4, 'Date', 'Row 3 already has reported figures for this date.'],
      [
        5,
        'Investor',
        "The vehicle has no commitment from an investor 'LP-Z'. Enter the code or name of one that has, or leave it empty for the vehicle as a whole.",
      ],
    ]);
    expect(counts(await files.imported('reported', file('570.00')))).toEqual([4, 0, 0]);
    expect(counts(await files.imported('reported', file('570.00')))).toEqual([0, 0, 4]);
    expect(counts(await files.imported('reported', file('571.00')))).toEqual([0, 1, 3]);
  });

  it('is refused with amounts in another currency than the fund’s, as are other amounts of a fund', async () => {
    const { currency } = await firm.server.as(firm.editor).getVehicle({ params: { id: firm.fund } });
    const foreign = currency.code === 'EUR' ? 'USD' : 'EUR';
    const text = `The currency of Fund One is ${String(currency.code)}, not '${foreign}'. Enter the amounts in ${String(currency.code)}.`;
    const rowsOf = {
      reported: ['Vehicle,Date,NAV', 'FUND-I,2024-01-31,1.00'],
      ledger: ['Vehicle,Type,Date,Amount', 'FUND-I,FEE,2024-01-31,1.00'],
      valuations: ['Vehicle,Investment,Security,Date,Fair value', 'FUND-I,STEEL,Shares,2024-01-31,1.00'],
      commitments: ['Vehicle,Investor,Kind,Date,Amount', 'FUND-I,LP-A,INCREASE,2024-01-31,1.00'],
    } as const;
    for (const [kind, [head, row]] of Object.entries(rowsOf)) {
      const written = `${head},Currency\n${row},${foreign}\n${row},${String(currency.code).toLowerCase()}\n`;
      const found = faults(await files.checked(kind as keyof typeof rowsOf, written));
      expect([kind, found.filter(([, column]) => column === 'Currency')]).toEqual([kind, [[2, 'Currency', text]]]);
    }
  });

  it('warns of the rows whose figures contradict each other', async () => {
    const head = 'Vehicle,Investor,Date,Contributions,Distributions,DPI,Unfunded\n';
    const { warnings } = await files.checked(
      'reported',
      `${head}FUND-I,,2024-01-31,100.00,10.00,3,\nFUND-I,LP-A,2024-01-31,100.00,10.00,0.1,600.01\n`,
    );
    expect(warnings).toEqual([
      'Fund One, row 2: DPI is 3x, but distributions of 10.00 / contributions of 100.00 is 0.1x.',
      'Fund One, row 3: Unfunded is 600.01, more than the commitment of 600.00.',
    ]);
  });

  it('warns of a NAV far from the ledger’s, or with the opposite sign of the one before', async () => {
    const { currency } = await firm.server.as(firm.editor).getVehicle({ params: { id: firm.fund } });
    const body = { code: 'NEAR', legalName: 'Near Fund', currency: { id: currency.id } };
    const { id: vehicleId } = await firm.server.as(firm.owner).saveFund({ body });
    await files.imported('commitments', 'Vehicle,Investor,Kind,Date,Amount\nNEAR,LP-B,CLOSE,2024-01-01,500.00\n');
    const entries = [{ type: 'CALL-INV', amount: '400.00', effectiveDate: '2024-02-01' }] as const;
    await firm.server.as(firm.editor).saveLedgerEntries({ body: { vehicleId, entries } });
    const { warnings } = await files.checked(
      'reported',
      'Vehicle,Investor,Date,NAV\nNEAR,,2024-03-31,5.00\nNEAR,LP-B,2024-02-15,400.00\nNEAR,LP-B,2024-03-31,-400.00\n',
    );
    expect(warnings).toEqual([
      'Near Fund, row 2: NAV is 5.00, less than a tenth of 400.00, the ledger’s NAV.',
      'Near Fund, row 4: NAV is (400.00), with the opposite sign of 400.00, reported for 02/15/2024.',
    ]);
  });

  it('is undone completely: replaced figures count again, in any order of undoing [A-T-057]', async () => {
    const reported = async () =>
      (await firm.server.as(firm.editor).listReported({ query: { vehicleId: firm.fund } }))
        .filter((item) => item.counts && item.date === '2024-02-29' && item.commitmentId === null)
        .map(({ figure, value }) => `${figure} ${value}`)
        .sort();
    const file = (nav: string) => `Vehicle,Investor,Date,NAV,DPI\nFUND-I,,2024-02-29,${nav},0.1\n`;
    const undo = (id: string) => files.undo(id, 'The manager took it back');
    const first = await files.imported('reported', file('500.00'));
    const second = await files.imported('reported', file('600.00'));
    expect([first.canUndo, await reported()]).toEqual([true, ['dpi 0.1', 'nav 600']]);
    await undo(first.id);
    expect(await reported()).toEqual(['nav 600']);
    await undo(second.id);
    expect(await reported()).toEqual([]);
    const [third, fourth] = [
      await files.imported('reported', file('1.00')),
      await files.imported('reported', file('2.00')),
    ];
    await undo(fourth.id);
    expect(await reported()).toEqual(['dpi 0.1', 'nav 1']);
    expect((await undo(third.id)).undone).toMatchObject({ by: 'Ada Example', reason: 'The manager took it back' });
    expect(await reported()).toEqual([]);
  });

  it('may be the capital account of a partner in the layout of ILPA', async () => {
    const zero = accountColumn(new Map());
    const ended = (nav: string) =>
      accountColumn(
        new Map([
          [13, decimal('500.00')],
          [93, decimal(nav).minus('500.00')],
          [108, decimal('600.00')],
        ]),
      );
    const account = (nav: string) => ({ QTD: zero, YTD: zero, ITD: ended(nav) });
    const workbook = (fundName: string) =>
      reportingTemplateWorkbook({
        fund: fundName,
        investor: 'Investor LP-A',
        currency: 'EUR',
        dates: [{ label: 'Period End', date: '03/31/2024' }],
        accounts: { LP: account('612.34'), Fund: account('700.00'), GP: account('0.00') },
        footnotes: [],
      });
    const read = async (fundName: string) =>
      files.checked('capital-account', Uint8Array.from(await workbook(fundName)), { name: 'account.xlsx' });
    expect(faults(await read('Fund Nine'))).toContainEqual([
      1,
      'Vehicle',
      "There is no fund or coinvestment 'Fund Nine'.",
    ]);
    const report = await read('Fund One');
    expect(report.errors).toEqual([]);
    await files.confirm('capital-account', report.id, { warningsConfirmed: true });
    const reported = (await firm.server.as(firm.editor).listReported({ query: { vehicleId: firm.fund } }))
      .filter(({ counts, title }) => counts && ['NAV', 'Contributions'].includes(title))
      .map(({ title, value, investor }) => `${investor?.code ?? 'fund'} ${title} ${value}`);
    expect(reported).toEqual(['fund Contributions 500', 'fund NAV 700', 'LP-A Contributions 500', 'LP-A NAV 612.34']);
    // A fund with reported figures only says how they count returned excess; one with a ledger doesn't.
    const noteOf = async (fund: string, endDate: string) =>
      (await firm.server.as(firm.owner).getFundProfile({ params: { id: fund }, query: { endDate } })).excessNote;
    expect(await noteOf(firm.fund, '2024-03-31')).toBeNull();
    const currencies = await firm.server
      .as(firm.owner)
      .listReferenceEntries({ params: { type: 'currency' }, query: {} });
    const currency = { id: currencies.find(({ code }) => code === 'EUR')!.id };
    const { id: reportedOnly } = await firm.server.as(firm.owner).saveFund({
      body: { code: 'RO', legalName: 'Fund Reported', currency, navBasis: { code: 'REPORTED' } },
    });
    await files.imported('commitments', 'Vehicle,Investor,Kind,Date,Amount\nRO,LP-A,CLOSE,2020-01-01,600.00\n');
    const own = await read('Fund Reported');
    expect(own.errors).toEqual([]);
    await files.confirm('capital-account', own.id, { warningsConfirmed: true });
    const note = await noteOf(reportedOnly, '2024-03-31');
    expect(note).toMatch(/counts returned excess as distributed/);
    const listed = await firm.server.as(firm.owner).listVehicles({
      query: { startPage: 1, pageSize: 100, endDate: '2024-03-31' },
    });
    const notes = new Map(listed.pageData.map(({ fundId, excessNote }) => [fundId, excessNote]));
    expect([notes.get(reportedOnly), notes.get(firm.fund)]).toEqual([note, null]);
  });
});

/**
 * Rows of "Private equity commitments" as the pension funds published them (CalPERS, Private Equity Program Fund
 * Performance, and CalSTRS, Private Equity Portfolio Performance, quarters to 2025-03-31 and 2025-06-30): amounts in
 * millions, with floating-point noise.
 */
describe('values that pension funds published', () => {
  it('are imported from millions to cents, match their TVPI, and leave unreported figures undetermined [A-P-111] [NOT_REPORTED]', async () => {
    const { server, tenantId } = firm;
    const client = server.as(firm.owner);
    const currency = { id: await server.referenceEntry(tenantId, 'currency', 'USD') };
    const type = { id: await server.referenceEntry(tenantId, 'investor-type', 'FUND') };
    const funds: string[] = [];
    for (const [code, legalName] of [
      ['57SGO', '57 Stars Global Opportunities Fund'],
      ['ADVVIII', 'Advent International GPE VIII-B Limited Partnership'],
    ] as const)
      funds.push((await client.saveFund({ body: { code, legalName, currency, navBasis: { code: 'REPORTED' } } })).id);
    const { id: investor } = await client.saveInvestor({ body: { code: 'PERS', name: 'CalPERS', type } });
    await files.imported(
      'commitments',
      'Vehicle,Investor,Kind,Date,Amount\n57SGO,CalPERS,CLOSE,2007-01-01,430000000.00\nADVVIII,CalPERS,CLOSE,2016-01-01,500000000.00\n',
    );
    const headings = {
      fund_name: 'vehicle',
      pension_fund_name: 'investor',
      as_of_date: 'date',
      commitment_mm: 'commitment',
      capital_called_mm: 'contributions',
      capital_distributed_mm: 'distributions',
      remaining_value_mm: 'nav',
      net_irr: 'irr',
      net_multiple: 'tvpi',
    };
    await server.as(firm.editor).saveMappingTemplate({
      params: { fileType: 'reported' },
      body: {
        name: 'Pensions',
        mapping: mappingOf(
          {},
          {
            columns: Object.entries(headings).map(([heading, field]) => ({ heading, field })),
            unit: '1000000',
            rate: 'FRACTION',
            dateOrder: 'YMD',
            decimalSign: '.',
          },
        ),
      },
    });
    const report = await files.imported(
      'reported',
      `${Object.keys(headings).join(',')}
57 Stars Global Opportunities Fund,CalPERS,2025-03-31,430.0,414.6972,557.7702499999999,11.955556000000001,0.0590,1.3738
Advent International GPE VIII-B Limited Partnership,CalPERS,2025-03-31,500.0,500.0,658.834015,383.2477289999998,0.1590,2.0842
`,
      {},
      'Pensions',
    );
    expect(report.notes).toEqual([
      '3 amounts were rounded by no more than 0.0001 of a cent.',
      'TVPI equals (distributions + NAV) / contributions, rounded as reported, in 2 rows.',
    ]);
    const { pageData } = await server
      .as(firm.editor)
      .listInvestorFigures({ query: { endDate: '2025-03-31', type: 'ALL', pageSize: 50 } });
    const figures = pageData.find(({ investorId }) => investorId === investor)!;
    expect(figures).toMatchObject({
      commitment: '930000000.00',
      contributions: '914697200.00',
      distributions: '1216604265.00',
      nav: '395203285.00',
      unfunded: null,
      irr: null,
    });
    const rates = await Promise.all(
      funds.map(async (vehicleId) =>
        (await server.as(firm.editor).listReported({ query: { vehicleId } })).flatMap(({ figure, value }) =>
          figure === 'irr' ? [value] : [],
        ),
      ),
    );
    expect(rates).toEqual([['5.9'], ['15.9']]);
    expect(figures.notDetermined.map(({ field, code }) => `${field} ${code}`)).toEqual([
      'unfunded NOT_REPORTED',
      'navBeforeCarry NOT_REPORTED',
      'carryPaid NOT_REPORTED',
      'unrealized NOT_REPORTED',
      'irr NOT_REPORTED',
    ]);
  });
});
