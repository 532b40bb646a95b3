import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { findOfficeSuite, recalculate } from '@carrara/adapters/spreadsheet/testing/recalculate';
import { exactDistribution, type PlainInput } from '@carrara/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type PlantedPlan, plantCarryPlan, disburse, planDistribution } from '../../../testing/plantCarryPlan.ts';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { type TestPerson, TestServer } from '../../../testing/testServer.ts';

type Run = AnswerOf<'getDistribution'>;
type Detail = Run['distributionSources'][number]['details'][number];

let server: TestServer;
const as: TestServer['as'] = (...session) => server.as(...session);
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let approver: TestPerson;
let paid: AnswerOf<'disburseDistribution'>;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  approver = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  const schedule = {
    name: 'Ten years',
    details: [
      { periodStart: 0, periodEnd: 120, vestedPercentage: '40' },
      { periodStart: 120, vestedPercentage: '100' },
    ],
  };
  const stored = await as(maker).saveVestingSchedule({ body: schedule });
  await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query('UPDATE allocation_entry SET vesting_schedule_id = $2 WHERE tenant_id = $1', [tenantId, stored.id]),
  );
  const body = { ...planDistribution(plan), approvers: [{ id: approver.personId }] };
  const draft = await as(maker).saveDistribution({ body });
  paid = await disburse(draft, { maker: as(maker), approver: as(approver) });
});
afterAll(() => server.stop());

const file = async (path: string) => {
  const answer = await server.call(approver.token, tenantId, {
    method: 'GET',
    url: `/api/carry/distribution/${paid.id}/${path}`,
  });
  expect(answer.statusCode, answer.body.slice(0, 300)).toBe(200);
  return answer;
};
const zipped = async (bytes: Buffer) => {
  const names: string[] = [];
  for await (const entry of (await fromBufferPromise(bytes)).eachEntry()) names.push(entry.fileName);
  return names;
};

describe('the files of a distribution', () => {
  it.each(['letter', 'pdfLetter'])('%s is a PDF of one participant', async (path) => {
    const answer = await file(`${path}/${plan.idOf('E001')}`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const other = await file(`${path}/${plan.idOf('E002')}`);
    expect(other.headers['content-disposition']).not.toBe(answer.headers['content-disposition']);
  });

  it('letters are Word files on request', async () => {
    const answer = await file(`letter/${plan.idOf('E001')}?format=docx`);
    expect(answer.headers['content-type']).toContain('wordprocessingml.document');
    expect(answer.headers['content-disposition']).toContain('.docx');
    expect(await zipped(answer.rawPayload)).toContain('word/document.xml');
    const names = await zipped((await file('letter-package?format=docx')).rawPayload);
    expect(names).toHaveLength(paid.numberOfParticipants!);
    expect(names.every((name) => name.endsWith('.docx'))).toBe(true);
    const query = { format: 'odt' as never };
    expect((await refusal(as(approver).downloadLetterPackage({ params: { id: paid.id }, query }))).status).toBe(400);
  });

  it('there is no letter for people without a payment', async () => {
    const letter = as(approver).downloadLetter({ params: { id: paid.id, participantId: tenantId } });
    expect((await refusal(letter)).status).toBe(404);
  });

  it('all letters are a zip of files or one PDF', async () => {
    const names = await zipped((await file('letter-package')).rawPayload);
    expect(names).toHaveLength(paid.numberOfParticipants!);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true);
    const all = await file('Pdfletter-package');
    expect(all.headers['content-type']).toBe('application/pdf');
    expect(all.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('the workbook is an Excel file', async () => {
    const answer = await file('export');
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(await zipped(answer.rawPayload)).toContain('xl/workbook.xml');
  });

  it('the workbook shows the local date of the approval', async () => {
    const inZone = (zone: string | null) =>
      server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
        tx.query(
          `UPDATE tenant SET settings = jsonb_strip_nulls(settings || jsonb_build_object('timeZone', $2::text)) WHERE id = $1`,
          [tenantId, zone],
        ),
      );
    const decided = async () => {
      const sheets = (await readWorkbook((await file('export')).rawPayload))._unsafeUnwrap();
      const [head, row] = sheets.find(({ name }) => name === 'Approvals')!.rows;
      const { column } = head!.cells.find(({ text }) => text.startsWith('Decided ('))!;
      return row!.cells.find((cell) => cell.column === column)!.text;
    };
    expect(await decided()).toBe('2026-10-01');
    await inZone('Pacific/Kiritimati');
    expect(await decided(), '14 hours later').toBe('2026-10-02');
    await inZone(null);
  });
});

describe('the charts', () => {
  const views = {
    sector: 'chartDistributionsBySector',
    fund: 'chartDistributionsByFund',
    coinvestment: 'chartDistributionsByCoinvestment',
    investment: 'chartDistributionsByInvestment',
    year: 'chartDistributionsByYear',
  } as const;
  it.each(Object.entries(views))('%s adds up to the disbursed carry', async (by, view) => {
    const slices = await as(approver)[view]();
    const sum = slices.reduce((total, slice) => total + cents(slice.totalCarryDistributed), 0n);
    const all = cents(paid.totalCarryDistributed);
    // A source belongs to a fund or to a coinvestment. The other groupings contain everything.
    if (by === 'fund' || by === 'coinvestment') expect(sum > 0n && sum <= all).toBe(true);
    else expect(sum).toBe(all);
    if (by === 'year') expect(slices.map(({ name }) => name)).toEqual(['2026']);
    const largestFirst = slices.map((slice) => cents(slice.totalCarryDistributed));
    if (by !== 'year') expect(largestFirst).toEqual([...largestFirst].sort((a, b) => Number(b - a)));
  });
});

describe('the choices of a source', () => {
  it('form a tree of funds and coinvestments with parts and tranches, each with its profiles', async () => {
    const options = await as(maker).listDistributionSourceOptions({ query: { distributionDate: '2026-09-30' } });
    const ids = new Set(options.map(({ source }) => source.id));
    for (const { type, parentId, profiles } of options) {
      expect(parentId === null).toBe(type === 'Fund' || type === 'Coinvestment');
      if (parentId !== null) expect(ids.has(parentId)).toBe(true);
      expect(profiles.every(({ effectiveDate }) => effectiveDate <= '2026-09-30')).toBe(true);
    }
    expect(options.find(({ source }) => source.id === plan.idOf('CO-HEL'))?.type).toBe('Coinvestment');
  });
});

const names = [
  'grossCarryDistributed',
  'tax',
  'escrow',
  'loanRepayment',
  'otherAdjustment',
  'netCarryDistributed',
] as const;
type Figures = Readonly<Record<(typeof names)[number], string | null>>;
const cents = (text: string | null) => BigInt(text!.replace('.', ''));
const figuresOf = (row: Figures) => names.map((name) => cents(row[name]));
const added = (rows: readonly (readonly bigint[])[]) =>
  names.map((_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0n), 0n));
/** Parses a figure of a sheet, which has no trailing zeros. */
const cellCents = (text: string | undefined): bigint => {
  const [whole = '', fraction = ''] = (text ?? '').split('.');
  return BigInt(`${whole}${fraction.padEnd(2, '0')}`);
};
const isAmount = /^\(?[\d,]+\.\d\d\)?$/;
const printedCents = (text: string): bigint => {
  const digits = BigInt(text.replaceAll(/[(),.]/g, ''));
  return text.startsWith('(') ? -digits : digits;
};
const leavesOf = (details: readonly Detail[], path: readonly string[] = []): readonly (Detail & { path: string[] })[] =>
  details.flatMap((detail) => {
    const here = [...path, detail.participant.id];
    return detail.memberDetails.length > 0 ? leavesOf(detail.memberDetails, here) : [{ ...detail, path: here }];
  });

describe('M33: equal amounts in every output', () => {
  let run: Run;
  beforeAll(async () => {
    run = await as(approver).getDistribution({ params: { id: paid.id } });
  });

  it('the response adds up to the ledger', async () => {
    const leaves = run.distributionSources.flatMap(({ details }) => leavesOf(details));
    const [gross, , escrow] = added(leaves.map(figuresOf));
    expect(added(leaves.map(figuresOf))).toEqual(figuresOf(run.reconciliation));
    const { rows } = await server.database.worker.query<{ account: string; escrow: string }>(
      `SELECT (SELECT sum(-amount) FROM account_entry WHERE distribution_id = $1)::text AS account,
         (SELECT sum(amount) FROM escrow_entry WHERE distribution_id = $1)::text AS escrow`,
      [paid.id],
    );
    expect([cents(rows[0]!.account), cents(rows[0]!.escrow)]).toEqual([gross, escrow]);
  });

  it('each figure of the workbook equals the response', async () => {
    const sheets = (await readWorkbook((await file('export')).rawPayload))._unsafeUnwrap();
    const table = (name: string) => {
      const [head, ...rows] = sheets.find((sheet) => sheet.name === name)!.rows;
      const first = head!.cells.find(({ text }) => text === 'Gross')!.column;
      const at = (row: (typeof rows)[number], column: number) => row.cells.find((cell) => cell.column === column)?.text;
      return rows.map((row) => ({
        name: at(row, 1),
        figures: names.map((_, position) => cellCents(at(row, first + position))),
      }));
    };
    const flat = <R extends Figures & { participant: { name: string } }>(
      rows: readonly R[],
      below: (row: R) => readonly R[],
    ): { name: string; figures: bigint[] }[] =>
      rows.flatMap((row) => [{ name: row.participant.name, figures: figuresOf(row) }, ...flat(below(row), below)]);
    const total = { name: 'Total', figures: figuresOf(run.reconciliation) };
    expect(table('Participants')).toEqual([
      ...flat(run.distributionParticipants, (row) => row.memberParticipants),
      total,
    ]);
    for (const { source, details } of run.distributionSources) {
      const name = (source.code || source.name).replaceAll('/', ' ');
      expect(table(name)).toEqual([
        ...flat(details, (row) => row.memberDetails),
        { name: 'Total', figures: added(details.map(figuresOf)) },
      ]);
    }
  });

  /** A letter leaves out columns that are zero in every row, except gross and net. */
  const columnsOf = (rows: readonly (readonly bigint[])[]): number[] =>
    names.flatMap((_, at) =>
      at === 0 || at === names.length - 1 || rows.some((figures) => figures[at] !== 0n) ? [at] : [],
    );

  it('each letter shows the payment of its payee, and all letters add up to the distribution', async () => {
    const people = new Map<string, bigint[][]>();
    for (const leaf of run.distributionSources.flatMap(({ details }) => leavesOf(details))) {
      people.set(leaf.participant.name, [...(people.get(leaf.participant.name) ?? []), figuresOf(leaf)]);
    }
    const pages = pdfTexts((await file('Pdfletter-package')).rawPayload);
    const printed = new Map<string, bigint[]>();
    for (const page of pages) {
      // The footer ends with the payee's name. A long one is broken into lines.
      const text = page.join('').replaceAll(' ', '');
      const payee = [...people.keys()].find((name) => text.endsWith(`\u00b7${name.replaceAll(' ', '')}`))!;
      const from = page.indexOf('Total');
      if (printed.has(payee) || from < 0) continue;
      const amounts = page.filter((text, at) => at > from && isAmount.test(text));
      printed.set(payee, amounts.slice(0, columnsOf(people.get(payee)!).length).map(printedCents));
    }
    // The heading of other adjustments shows their direction.
    const other = 4;
    const displayedPart = (figures: readonly bigint[], at: number) =>
      at === other && figures[at]! < 0n ? -figures[at]! : figures[at]!;
    const expected = [...people].map(
      ([name, rows]) => [name, columnsOf(rows).map((at) => displayedPart(added(rows), at))] as const,
    );
    expect(printed).toEqual(new Map(expected));
    expect(printed.size).toBe(paid.numberOfParticipants);
  });

  it('a list has the same totals in each of its files', async () => {
    const [fund, person] = [plan.idOf('ARP-I'), plan.idOf('E001')];
    for (const list of [
      'distribution',
      `fund/${fund}/distribution-history`,
      `fund/${fund}/distributions/participants`,
      `employee/${person}/distribution-history`,
    ]) {
      const load = async (format: string) => {
        const url = `/api/carry/${list}?PageSize=500${format && `&format=${encodeURIComponent(format)}`}`;
        const answer = await server.call(approver.token, tenantId, { method: 'GET', url });
        expect([list, format, answer.statusCode]).toEqual([list, format, 200]);
        return answer;
      };
      const { Totals, PageData } = (await load('')).json<{
        Totals: readonly { Field: string; Total: string }[];
        PageData: readonly Readonly<Record<string, string | null>>[];
      }>();
      const money = Totals.filter(({ Total }) => Total.includes('.'));
      const sums = money.map(({ Total }) => cents(Total));
      expect([list, sums.length > 0]).toEqual([list, true]);
      const [sheet] = (await readWorkbook((await load('excel')).rawPayload))._unsafeUnwrap();
      const last = sheet!.rows.at(-1)!.cells.filter(({ type }) => type === 'number');
      expect([list, last.map(({ text }) => cellCents(text))]).toEqual([list, expect.arrayContaining(sums)]);
      // A CSV file has rows but no totals.
      const [, ...lines] = (await load('csv')).body.trim().split('\n');
      expect(lines).toHaveLength(PageData.length);
      for (const [at, row] of PageData.entries()) {
        const amounts = money.flatMap(({ Field }) => row[Field.charAt(0).toUpperCase() + Field.slice(1)] ?? []);
        const inCsv = [...lines[at]!.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => text);
        expect([list, inCsv.map(Number)]).toEqual([list, expect.arrayContaining(amounts.map(Number))]);
      }
      // It prints the columns that are visible by default.
      const pieces = pdfTexts((await load('application/pdf')).rawPayload).flat();
      const from = pieces.findLastIndex((text) => text.startsWith('Total'));
      const inPdf = pieces.slice(from).filter((text) => isAmount.test(text));
      expect([list, inPdf.length > 0, sums]).toEqual([list, true, expect.arrayContaining(inPdf.map(printedCents))]);
    }
  });
});

const officeSuite = findOfficeSuite();

describe('M02: the distribution recomputed', () => {
  it('by an independent exact engine, with every figure equal', async () => {
    const { rows } = await server.database.worker.query<{ input: PlainInput }>(
      `SELECT inputs -> 'input' AS input FROM distribution WHERE id = $1`,
      [paid.id],
    );
    const run = await as(approver).getDistribution({ params: { id: paid.id } });
    const answered = run.distributionSources.flatMap(({ source, details }) =>
      leavesOf(details).map((leaf) => [source.id, ...leaf.path, ...figuresOf(leaf)].join(' ')),
    );
    const exact = exactDistribution(rows[0]!.input).map((row) =>
      [row.source, ...row.path, row.gross, row.tax, row.escrow, row.loan, row.other, row.net].join(' '),
    );
    expect(answered.sort()).toEqual(exact.sort());
    expect(exact.length).toBeGreaterThan(100);
  });

  it.skipIf(officeSuite === undefined)(
    "by the office suite of this machine: every formula of the workbook gives the product's figure",
    async () => {
      const formulas = await recalculate((await file('export')).rawPayload, officeSuite!);
      expect(formulas.filter(({ stored, computed }) => stored !== computed)).toEqual([]);
      expect(formulas.length).toBeGreaterThan(500);
    },
    300_000,
  );
});

describe('the letters of a paid run', () => {
  it('don’t change with tranches, terminations and schedules entered later', async () => {
    const letters = async () => pdfTexts((await file('Pdfletter-package')).rawPayload);
    const before = await letters();
    expect(before.filter((page) => page.join('').includes('is not vested')).length).toBeGreaterThan(0);
    const { rows } = await server.database.worker.query<{ part: string; investment: string }>(
      `SELECT DISTINCT fund_investment_id AS part, investment_id AS investment FROM tranche WHERE tenant_id = $1 AND fund_investment_id IS NOT NULL`,
      [tenantId],
    );
    for (const { part, investment } of rows)
      for (const investmentDate of ['2026-09-01', '2030-01-01'])
        await as(maker).saveTranche({
          params: { investmentId: investment },
          body: {
            fundInvestment: { id: part },
            investmentDate,
            investedAmount: '999999999.00',
          },
        });
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      await tx.query(`UPDATE participant SET termination_date = '2016-01-01' WHERE tenant_id = $1`, [tenantId]);
      await tx.query('UPDATE vesting_schedule_row SET vested_percentage = 100 WHERE tenant_id = $1', [tenantId]);
    });
    expect(await letters()).toEqual(before);
  });
});
