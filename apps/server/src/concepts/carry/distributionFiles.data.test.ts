import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import { findOfficeSuite, recalculated } from '@carrara/adapters/spreadsheet/testing/recalculated';
import { exactDistribution, type PlainInput } from '@carrara/domain/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type PlantedPlan, plantCarryPlan, keysIn, planDistributionBody } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
  readonly TotalCarryDistributed: string;
  readonly NumberOfParticipants: number;
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let approver: TestPerson;
let paid: Stored;

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  approver = await server.person(tenantId, { carry: 'viewer' });
  plan = await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, plantCarryPlan);
  const schedule = {
    Name: 'Ten years',
    Details: [
      { PeriodStart: 0, PeriodEnd: 120, VestedPercentage: '40' },
      { PeriodStart: 120, VestedPercentage: '100' },
    ],
  };
  const created = await write('POST', 'vestingschedule', schedule);
  await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, (tx) =>
    tx.query('UPDATE allocation_entry SET vesting_schedule_id = $2 WHERE tenant_id = $1', [tenantId, created.Id]),
  );
  const listed = { ...planDistributionBody(plan), Approvers: [{ Id: approver.personId }] };
  const draft = await done(maker, 'save-distribution', listed);
  const submitted = await done(maker, `${draft.Id}/submit-for-approval`, {
    RowVersion: draft.RowVersion,
    Acknowledged: keysIn(draft),
  });
  const approved = await done(approver, 'save-approval', {
    DistributionId: draft.Id,
    RowVersion: submitted.RowVersion,
    ApprovalDecision: 'APP',
    Acknowledged: keysIn(submitted),
  });
  paid = await done(maker, `${draft.Id}/disburse`, { RowVersion: approved.RowVersion });
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST', path: string, payload?: object) =>
  server.call(person.token, tenantId, {
    method,
    url: `/api/carry/distribution/${path}`,
    ...(payload ? { payload } : {}),
  });
const write = async (method: 'POST' | 'PUT', path: string, payload: object) => {
  const answer = await server.call(maker.token, tenantId, { method, url: `/api/carry/${path}`, payload });
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<Stored>();
};
const done = async (person: TestPerson, path: string, payload: object): Promise<Stored> => {
  const answer = await call(person, 'POST', path, payload);
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<Stored>();
};
const file = async (path: string) => {
  const answer = await call(approver, 'GET', `${paid.Id}/${path}`);
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

  it('letters come as Word files where they are asked for', async () => {
    const answer = await file(`letter/${plan.idOf('E001')}?format=docx`);
    expect(answer.headers['content-type']).toContain('wordprocessingml.document');
    expect(answer.headers['content-disposition']).toContain('.docx');
    expect(await zipped(answer.rawPayload)).toContain('word/document.xml');
    const names = await zipped((await file('letter-package?format=docx')).rawPayload);
    expect(names).toHaveLength(paid.NumberOfParticipants);
    expect(names.every((name) => name.endsWith('.docx'))).toBe(true);
    expect((await call(approver, 'GET', `${paid.Id}/letter-package?format=odt`)).statusCode).toBe(400);
  });

  it('there is no letter for who gets nothing of it', async () => {
    const answer = await call(approver, 'GET', `${paid.Id}/letter/${tenantId}`);
    expect(answer.statusCode).toBe(404);
  });

  it('letters of all come as a zip of one each, or as one PDF', async () => {
    const names = await zipped((await file('letter-package')).rawPayload);
    expect(names).toHaveLength(paid.NumberOfParticipants);
    expect(new Set(names).size).toBe(names.length);
    expect(names.every((name) => name.endsWith('.pdf'))).toBe(true);
    const all = await file('Pdfletter-package');
    expect(all.headers['content-type']).toBe('application/pdf');
    expect(all.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('the workbook is one of Excel', async () => {
    const answer = await file('export');
    expect(answer.headers['content-type']).toContain('spreadsheetml');
    expect(await zipped(answer.rawPayload)).toContain('xl/workbook.xml');
  });

  it('the workbook tells when it was approved on the clock of the firm, as the screen does', async () => {
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
  const cents = (text: string) => BigInt(text.replace('.', ''));
  it.each(['sector', 'fund', 'coinvestment', 'investment', 'year'])('%s adds up what was disbursed', async (by) => {
    const answer = await call(approver, 'GET', by);
    expect(answer.statusCode).toBe(200);
    const slices = answer.json<readonly { readonly Name: string; readonly TotalCarryDistributed: string }[]>();
    const sum = slices.reduce((total, slice) => total + cents(slice.TotalCarryDistributed), 0n);
    const all = cents(paid.TotalCarryDistributed);
    // A source belongs to a fund or to a coinvestment. The other groupings contain everything.
    if (by === 'fund' || by === 'coinvestment') expect(sum > 0n && sum <= all).toBe(true);
    else expect(sum).toBe(all);
    if (by === 'year') expect(slices.map(({ Name }) => Name)).toEqual(['2026']);
    const largestFirst = slices.map((slice) => cents(slice.TotalCarryDistributed));
    if (by !== 'year') expect(largestFirst).toEqual([...largestFirst].sort((a, b) => Number(b - a)));
  });
});

describe('what can be a source', () => {
  it('is a tree of funds and coinvestments, their parts and tranches, each with the profiles it can use', async () => {
    const answer = await call(maker, 'GET', 'source-options?distributionDate=2026-09-30');
    const options =
      answer.json<
        readonly {
          readonly Type: string;
          readonly ParentId: string | null;
          readonly Source: { readonly Id: string };
          readonly Profiles: readonly { readonly EffectiveDate: string; readonly IsCurrent: boolean }[];
        }[]
      >();
    const ids = new Set(options.map(({ Source }) => Source.Id));
    for (const { Type, ParentId, Profiles } of options) {
      expect(ParentId === null).toBe(Type === 'Fund' || Type === 'Coinvestment');
      if (ParentId !== null) expect(ids.has(ParentId)).toBe(true);
      expect(Profiles.every(({ EffectiveDate }) => EffectiveDate <= '2026-09-30')).toBe(true);
    }
    expect(options.find(({ Source }) => Source.Id === plan.idOf('CO-HEL'))?.Type).toBe('Coinvestment');
  });
});

interface Figures {
  readonly GrossCarryDistributed: string;
  readonly Tax: string;
  readonly Escrow: string;
  readonly LoanRepayment: string;
  readonly OtherAdjustment: string;
  readonly NetCarryDistributed: string;
}
interface Detail extends Figures {
  readonly Participant: { readonly Id: string; readonly Name: string };
  readonly Via: readonly string[];
  readonly TaxAllocations: readonly { readonly TaxAllocationAmount: string }[];
  readonly MemberDetails: readonly Detail[];
}
interface Summary extends Figures {
  readonly Participant: { readonly Id: string; readonly Name: string };
  readonly MemberParticipants: readonly Summary[];
}
interface Displayed {
  readonly Reconciliation: Figures;
  readonly DistributionParticipants: readonly Summary[];
  readonly DistributionSources: readonly {
    readonly Source: { readonly Id: string; readonly Code: string; readonly Name: string };
    readonly Details: readonly Detail[];
  }[];
}
const names = [
  'GrossCarryDistributed',
  'Tax',
  'Escrow',
  'LoanRepayment',
  'OtherAdjustment',
  'NetCarryDistributed',
] as const;
const cents = (text: string) => BigInt(text.replace('.', ''));
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
    const here = [...path, detail.Participant.Id];
    return detail.MemberDetails.length > 0 ? leavesOf(detail.MemberDetails, here) : [{ ...detail, path: here }];
  });

describe('M33: the same cents, wherever they are read', () => {
  let displayed: Displayed;
  beforeAll(async () => {
    displayed = (await file('')).json<Displayed>();
  });

  it('the answer adds up to the ledger', async () => {
    const leaves = displayed.DistributionSources.flatMap(({ Details }) => leavesOf(Details));
    const [gross, , escrow] = added(leaves.map(figuresOf));
    expect(added(leaves.map(figuresOf))).toEqual(figuresOf(displayed.Reconciliation));
    const { rows } = await server.database.worker.query<{ account: string; escrow: string }>(
      `SELECT (SELECT sum(-amount) FROM account_entry WHERE distribution_id = $1)::text AS account,
         (SELECT sum(amount) FROM escrow_entry WHERE distribution_id = $1)::text AS escrow`,
      [paid.Id],
    );
    expect([cents(rows[0]!.account), cents(rows[0]!.escrow)]).toEqual([gross, escrow]);
  });

  it('each figure of the workbook is that of the answer', async () => {
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
    const flat = <R extends Figures & { Participant: { Name: string } }>(
      rows: readonly R[],
      below: (row: R) => readonly R[],
    ): { name: string; figures: bigint[] }[] =>
      rows.flatMap((row) => [{ name: row.Participant.Name, figures: figuresOf(row) }, ...flat(below(row), below)]);
    const total = { name: 'Total', figures: figuresOf(displayed.Reconciliation) };
    expect(table('Participants')).toEqual([
      ...flat(displayed.DistributionParticipants, (row) => row.MemberParticipants),
      total,
    ]);
    for (const { Source, Details } of displayed.DistributionSources) {
      const name = (Source.Code || Source.Name).replaceAll('/', ' ');
      expect(table(name)).toEqual([
        ...flat(Details, (row) => row.MemberDetails),
        { name: 'Total', figures: added(Details.map(figuresOf)) },
      ]);
    }
  });

  /** A letter leaves out columns that are zero in every row, except gross and net. */
  const columnsOf = (rows: readonly (readonly bigint[])[]): number[] =>
    names.flatMap((_, at) =>
      at === 0 || at === names.length - 1 || rows.some((figures) => figures[at] !== 0n) ? [at] : [],
    );

  it('each letter holds what its payee gets, and together they are the distribution', async () => {
    const people = new Map<string, bigint[][]>();
    for (const leaf of displayed.DistributionSources.flatMap(({ Details }) => leavesOf(Details))) {
      people.set(leaf.Participant.Name, [...(people.get(leaf.Participant.Name) ?? []), figuresOf(leaf)]);
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
    expect(printed.size).toBe(paid.NumberOfParticipants);
  });

  it('a list has the totals of its answer in each of its files', async () => {
    const [fund, person] = [plan.idOf('ARP-I'), plan.idOf('E001')];
    for (const list of [
      'distribution',
      `fund/${fund}/distribution-history`,
      `fund/${fund}/distributions/participants`,
      `employee/${person}/distribution-history`,
    ]) {
      const as = async (format: string) => {
        const url = `/api/carry/${list}?PageSize=500${format && `&format=${encodeURIComponent(format)}`}`;
        const answer = await server.call(approver.token, tenantId, { method: 'GET', url });
        expect([list, format, answer.statusCode]).toEqual([list, format, 200]);
        return answer;
      };
      const { Totals, PageData } = (await as('')).json<{
        Totals: readonly { Field: string; Total: string }[];
        PageData: readonly Readonly<Record<string, string | null>>[];
      }>();
      const money = Totals.filter(({ Total }) => Total.includes('.'));
      const wanted = money.map(({ Total }) => cents(Total));
      expect([list, wanted.length > 0]).toEqual([list, true]);
      const [sheet] = (await readWorkbook((await as('excel')).rawPayload))._unsafeUnwrap();
      const last = sheet!.rows.at(-1)!.cells.filter(({ type }) => type === 'number');
      expect([list, last.map(({ text }) => cellCents(text))]).toEqual([list, expect.arrayContaining(wanted)]);
      // A CSV file has rows but no totals.
      const [, ...lines] = (await as('csv')).body.trim().split('\n');
      expect(lines).toHaveLength(PageData.length);
      for (const [at, row] of PageData.entries()) {
        const amounts = money.flatMap(({ Field }) => row[Field.charAt(0).toUpperCase() + Field.slice(1)] ?? []);
        const inCsv = [...lines[at]!.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => text);
        expect([list, inCsv.map(Number)]).toEqual([list, expect.arrayContaining(amounts.map(Number))]);
      }
      // It prints the columns that are visible by default.
      const pieces = pdfTexts((await as('application/pdf')).rawPayload).flat();
      const from = pieces.findLastIndex((text) => text.startsWith('Total'));
      const inPdf = pieces.slice(from).filter((text) => isAmount.test(text));
      expect([list, inPdf.length > 0, wanted]).toEqual([list, true, expect.arrayContaining(inPdf.map(printedCents))]);
    }
  });
});

const officeSuite = findOfficeSuite();

describe('M02: the distribution computed once more', () => {
  it('by an independent exact engine: every figure of every row equal', async () => {
    const { rows } = await server.database.worker.query<{ input: PlainInput }>(
      `SELECT inputs -> 'input' AS input FROM distribution WHERE id = $1`,
      [paid.Id],
    );
    const displayed = (await file('')).json<Displayed>();
    const answered = displayed.DistributionSources.flatMap(({ Source, Details }) =>
      leavesOf(Details).map((leaf) => [Source.Id, ...leaf.path, ...figuresOf(leaf)].join(' ')),
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
      const formulas = await recalculated((await file('export')).rawPayload, officeSuite!);
      expect(formulas.filter(({ stored, computed }) => stored !== computed)).toEqual([]);
      expect(formulas.length).toBeGreaterThan(500);
    },
    300_000,
  );
});

describe('the letters of a paid run', () => {
  it('stay as they are, whatever is entered later: tranches, terminations, schedules', async () => {
    const letters = async () => pdfTexts((await file('Pdfletter-package')).rawPayload);
    const before = await letters();
    expect(before.filter((page) => page.join('').includes('is not vested')).length).toBeGreaterThan(0);
    const { rows } = await server.database.worker.query<{ part: string; investment: string }>(
      `SELECT DISTINCT fund_investment_id AS part, investment_id AS investment FROM tranche WHERE tenant_id = $1 AND fund_investment_id IS NOT NULL`,
      [tenantId],
    );
    for (const { part, investment } of rows)
      for (const InvestmentDate of ['2026-09-01', '2030-01-01'])
        await write('POST', `investment/${investment}/tranche`, {
          FundInvestment: { Id: part },
          InvestmentDate,
          InvestedAmount: '999999999.00',
        });
    await server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, async (tx) => {
      await tx.query(`UPDATE participant SET termination_date = '2016-01-01' WHERE tenant_id = $1`, [tenantId]);
      await tx.query('UPDATE vesting_schedule_row SET vested_percentage = 100 WHERE tenant_id = $1', [tenantId]);
    });
    expect(await letters()).toEqual(before);
  });
});
