import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import type { RunReport } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { verifyRealizations } from '@carrara/adapters/postgres/verify/verifyRealizations';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { type PlantedPlan, plantCarryPlan } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Detail {
  readonly Participant: { readonly ParticipantId: string; readonly Name: string; readonly Status: string };
  readonly CarryAmount: string;
  readonly MemberDetails: readonly Detail[];
}
interface Source {
  readonly RealizationSourceId: string | null;
  readonly ContainerId: string;
  readonly RealizationDate: string;
  readonly TotalCarryForAll: string;
  readonly CarryAccrued: string | null;
  readonly Unallocated: string | null;
  readonly IsDetermined: boolean;
  readonly Details: readonly Detail[];
  readonly AccountEntries: readonly {
    readonly ParticipantId: string;
    readonly EntryDate: string;
    readonly Amount: string;
  }[];
  readonly InvestorBalances: readonly {
    readonly ParticipantId: string;
    readonly Before: string;
    readonly Paid: string;
    readonly Accrued: string | null;
    readonly After: string | null;
  }[];
  readonly Problems: readonly { readonly Code: string; readonly Message: string }[];
}
interface Participant {
  readonly Participant: { readonly ParticipantId: string; readonly Name: string };
  readonly CarryAmount: string | null;
}
interface Realization {
  readonly Id: string;
  readonly Name: string;
  readonly RowVersion: number;
  readonly Status: { readonly Code: string };
  readonly TotalCarry: string;
  readonly TotalAccrued: string | null;
  readonly Actions: readonly string[];
  readonly Problems: readonly { readonly Code: string }[];
  readonly Warnings: readonly { readonly Code: string; readonly Message: string }[];
  readonly Participants: readonly Participant[];
  readonly ReversedBy: { readonly Id: string } | null;
  readonly Sources: readonly Source[];
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let poster: TestPerson;
let viewer: TestPerson;

const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  poster = await server.person(tenantId, { carry: 'editor' });
  viewer = await server.person(tenantId, { carry: 'viewer' });
  plan = await inTenant(plantCarryPlan);
  await inTenant(noteEverything);
});
afterAll(() => server.stop());

const call = (person: TestPerson, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
  server.call(person.token, tenantId, { method, url: `/api/carry/${path}`, ...(payload ? { payload } : {}) });
type Answer = Awaited<ReturnType<typeof call>>;
const done = <T = Realization>(answer: Answer): T => {
  expect(answer.statusCode, answer.body.slice(0, 800)).toBe(200);
  return answer.json<T>();
};
const codesOf = (answer: Answer) =>
  answer.json<{ Errors: readonly { Code: string; Path: string }[] }>().Errors.map(({ Code }) => Code);

const from = (code: string, carry: string, more: object = {}) => ({
  ContainerId: plan.idOf(code),
  ContainerType: code.startsWith('CO-') ? 'Coinvestment' : 'Fund',
  TotalCarryForAll: carry,
  ...more,
});
const body = (Name: string, Sources: object[], more: object = {}) => ({
  Name,
  RealizationDate: '2026-03-31',
  Sources,
  UnallocatedAcknowledged: true,
  ...more,
});
const save = (person: TestPerson, Name: string, Sources: object[], more: object = {}) =>
  call(person, 'POST', 'realization/save', body(Name, Sources, more));
const post = (person: TestPerson, { Id, RowVersion }: Pick<Realization, 'Id' | 'RowVersion'>) =>
  call(person, 'POST', `realization/${Id}/post`, { RowVersion });
const realized = async (name: string, sources: object[], more: object = {}) =>
  done(await post(poster, done(await save(maker, name, sources, more))));
const leaves = (rows: readonly Detail[]): readonly Detail[] =>
  rows.flatMap((row) => (row.MemberDetails.length > 0 ? leaves(row.MemberDetails) : [row]));
const cents = (text: string) => BigInt(text.replace('.', ''));
const sum = (amounts: readonly string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

describe('a realization', () => {
  it('needs at least one source [U-C-101]', async () => {
    const refused = await save(maker, 'Nothing', []);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ Message: expect.stringContaining('needs at least one source') });
  });

  it('is of one fund, of sources that are there, of figures that are computed [U-C-071]', async () => {
    expect(codesOf(await save(maker, 'Two funds', [from('ARP-I', '1.00'), from('CO-HEL', '1.00')]))).toEqual([
      'SOURCES_OF_SEVERAL_FUNDS',
    ]);
    expect(codesOf(await save(maker, 'Twice', [from('ARP-I', '1.00'), from('ARP-I', '2.00')]))).toContain(
      'SOURCE_DUPLICATE',
    );
    expect(codesOf(await save(maker, 'Type', [from('ARP-I', '1.00', { ContainerType: 'Tranche' })]))).toContain(
      'SOURCE_TYPE_DIFFERS',
    );
    const details = [{ ParticipantId: plan.idOf('E001'), CarryAmount: '9.99' }];
    expect(codesOf(await save(maker, 'Figures', [from('ARP-I', '100.00', { Details: details })]))).toContain(
      'FIGURES_DIFFER',
    );
    expect((await save(maker, 'Minus', [from('ARP-I', '-1.00')])).statusCode).toBeGreaterThanOrEqual(400);
  });

  it('is shared out before it is stored: an array of sources, each to the cent [A-C-092]', async () => {
    const { Name: _, ...request } = body('', [from('ARP-I', '18450333.37')]);
    const [source] = done<Source[]>(await call(viewer, 'POST', 'realization/generate-details', request));
    expect(source).toMatchObject({ CarryAccrued: '18450333.37', Unallocated: '0.00', RealizationSourceId: null });
    expect(sum(leaves(source!.Details).map(({ CarryAmount }) => CarryAmount))).toBe(cents('18450333.37'));
    // No balance is known yet, so the accrual determines it.
    for (const { Before, Accrued, Paid, After } of source!.InvestorBalances)
      expect([Before, Paid, After]).toEqual(['0.00', '0.00', Accrued]);
    expect(done<{ TotalItemCount: number }>(await call(viewer, 'GET', 'realization/index')).TotalItemCount).toBe(0);
  });

  it('sums what each participant gets over all sources, for its editor as for what is stored [R-C-133]', async () => {
    const whole = from('ARP-I', '700.01');
    const [part] = await inTenant((tx) =>
      tx.query<{ id: string }>(
        `SELECT id FROM source_facts WHERE tenant_id = $1 AND kind = 'fundInvestment' AND fund_id = $2 ORDER BY id LIMIT 1`,
        [tenantId, plan.idOf('ARP-I')],
      ),
    );
    const sources = [
      whole,
      ...(part ? [{ ContainerId: part.id, ContainerType: 'Fund Investment', TotalCarryForAll: '300.02' }] : []),
    ];
    const { Name: _, ...request } = body('', sources);
    const found = done<Pick<Realization, 'Sources' | 'Participants' | 'TotalAccrued'>>(
      await call(viewer, 'POST', 'realization/calculate', request),
    );
    expect(sum(found.Participants.map(({ CarryAmount }) => CarryAmount!))).toBe(cents(found.TotalAccrued!));
    for (const { Participant, CarryAmount } of found.Participants) {
      const parts = found.Sources.flatMap(({ Details }) =>
        Details.filter((row) => row.Participant.ParticipantId === Participant.ParticipantId),
      );
      expect(sum(parts.map((row) => row.CarryAmount)), Participant.Name).toBe(cents(CarryAmount!));
    }
    const stored = done(await save(maker, 'Summed', sources));
    expect(stored.Participants).toEqual(found.Participants);
    done(await call(maker, 'DELETE', `realization/${stored.Id}`));
  });

  it('keeps the profile that was chosen, and follows the one in force where none was [E-C-182]', async () => {
    const chosen = { AllocationProfile: { Id: plan.idOf('profile of ARP-I') } };
    const profiles = async (more: object) => {
      const draft = done(await save(maker, 'By a profile', [from('ARP-I', '1.00', more)]));
      done(await call(maker, 'DELETE', `realization/${draft.Id}`));
      return draft.Sources[0];
    };
    const profile = { AllocationProfile: { Id: plan.idOf('profile of ARP-I') } };
    expect(await profiles(chosen)).toMatchObject({ ...profile, IsProfileChosen: true });
    expect(await profiles({})).toMatchObject({ ...profile, IsProfileChosen: false });
  });

  it('warns in one sentence of all who are terminated and accrue all the same, in the editor as on the page', async () => {
    const draft = done(await save(maker, 'Terminated', [from('ARP-I', '100000.00')]));
    const gone = leaves(draft.Sources[0]!.Details)
      .filter(({ Participant: { Status }, CarryAmount }) => Status === 'Terminated' && CarryAmount !== '0.00')
      .map(({ Participant: { Name } }) => Name);
    expect(new Set(gone).size).toBeGreaterThan(1);
    expect(draft.Warnings.map(({ Message }) => Message)).toEqual([
      expect.stringMatching(/^.+ and .+ are terminated but accrued at full allocation\. Check the vesting\.$/),
    ]);
    for (const name of gone) expect(draft.Warnings[0]?.Message).toContain(name);
    const { Name: _, ...request } = body('', [from('ARP-I', '100000.00')]);
    const typed = done<Pick<Realization, 'Warnings'>>(
      await call(maker, 'POST', 'realization/calculate', { ...request, Id: draft.Id }),
    );
    expect(typed.Warnings).toEqual(draft.Warnings);
    done(await call(maker, 'DELETE', `realization/${draft.Id}`));
  });

  it('is a workbook and a PDF, of the figures of the screen', async () => {
    const draft = done(await save(maker, 'Files', [from('ARP-I', '18450333.37')]));
    const excel = await call(viewer, 'GET', `realization/${draft.Id}/export`);
    expect(excel.headers['content-disposition']).toContain('Files.xlsx');
    const sheets = (await readWorkbook(excel.rawPayload))._unsafeUnwrap();
    expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'ARP-I', 'Participants', 'Balances']);
    const cells = sheets.map(({ rows }) => rows.flatMap((row) => row.cells.map(({ text }) => text)));
    for (const { CarryAmount, Participant } of leaves(draft.Sources[0]!.Details)) {
      for (const at of [1, 2]) expect(cells[at], Participant.Name).toContain(Participant.Name);
      expect(cells[1]).toContain(CarryAmount.replace(/\.?0+$/, ''));
    }
    const pdf = await call(viewer, 'GET', `realization/${draft.Id}/export?format=application/pdf`);
    expect(pdf.headers['content-type']).toContain('application/pdf');
    const printed = pdfTexts(pdf.rawPayload).flat().join(' ');
    expect(printed).toContain('18,450,333.37');
    expect((await call(viewer, 'GET', `realization/${plan.idOf('ARP-I')}/export`)).statusCode).toBe(404);
    done(await call(maker, 'DELETE', `realization/${draft.Id}`));
  });

  it('is stored as a draft, changed with the version that was seen, and deleted', async () => {
    const draft = done(await save(maker, 'Spring sale', [from('ARP-I', '100.00')]));
    expect(draft).toMatchObject({ Status: { Code: 'DRAFT' }, TotalCarry: '100.00', TotalAccrued: '100.00' });
    expect(draft.Sources[0]).toMatchObject({
      RealizationDate: '2026-03-31',
      ContainerName: 'ARP-I',
      AccountEntries: [],
    });
    const changed = done(
      await save(maker, 'Spring sale', [from('ARP-I', '250.00', { RealizationDate: '2026-02-28' })], {
        Id: draft.Id,
        RowVersion: draft.RowVersion,
      }),
    );
    expect(changed.Sources[0]).toMatchObject({ RealizationDate: '2026-02-28', CarryAccrued: '250.00' });
    expect(changed.Sources[0]!.RealizationSourceId).toBe(draft.Sources[0]!.RealizationSourceId);
    const stale = await save(poster, 'Mine', [from('ARP-I', '1.00')], { Id: draft.Id, RowVersion: draft.RowVersion });
    expect(stale.statusCode).toBe(409);
    expect((await call(viewer, 'DELETE', `realization/${draft.Id}`)).statusCode).toBe(403);
    done(await call(maker, 'DELETE', `realization/${draft.Id}?RowVersion=${String(changed.RowVersion)}`));
    expect((await call(maker, 'GET', `realization/${draft.Id}/profile`)).statusCode).toBe(404);
  });

  it('is not posted by who edited it last, nor by who only reads', async () => {
    const draft = done(await save(maker, 'Own', [from('ARP-II', '10.00')]));
    expect(draft.Actions).toEqual(['saveRealization', 'deleteRealization']);
    expect(codesOf(await post(maker, draft))).toEqual(['OWN_RUN']);
    expect((await post(viewer, draft)).statusCode).toBe(403);
    done(await call(maker, 'DELETE', `realization/${draft.Id}`));
  });

  it('is not posted before its date', async () => {
    const draft = done(await save(maker, 'Ahead', [from('ARP-II', '10.00')], { RealizationDate: '2026-10-02' }));
    const { Actions, Warnings } = done(await call(poster, 'GET', `realization/${draft.Id}/profile`));
    expect(Actions, 'it isn’t offered, and the page says why').not.toContain('postRealization');
    expect(Warnings.filter(({ Code }) => Code === 'DATE_TOO_LATE').map(({ Message }) => Message)).toEqual([
      'This realization is dated 10/02/2026. Post it on that day or later, or change the date.',
    ]);
    expect(codesOf(await post(poster, draft))).toEqual(['DATE_TOO_LATE']);
    done(await call(maker, 'DELETE', `realization/${draft.Id}`));
  });

  it('that lacks a profile is kept, not determined, and refused to post with the reason', async () => {
    const [tranche] = await inTenant((tx) =>
      tx.query<{ id: string }>(
        `SELECT id FROM container WHERE tenant_id = $1 AND kind = 'fund' AND NOT EXISTS (
        SELECT FROM allocation_profile p WHERE p.tenant_id = container.tenant_id AND p.container_id = container.id)`,
        [tenantId],
      ),
    );
    const source = tranche
      ? { ContainerId: tranche.id, ContainerType: 'Fund', TotalCarryForAll: '5.00' }
      : // It has no profile before the profile's effective date.
        from('ARP-IV', '5.00', { RealizationDate: '2001-01-01' });
    const draft = done(await save(maker, 'No profile', [source]));
    expect(draft.Sources[0]).toMatchObject({ IsDetermined: false, CarryAccrued: null });
    expect(draft.Problems.map(({ Code }) => Code)).toContain('PROFILE_MISSING');
    expect(codesOf(await post(poster, draft))).toContain('PROFILE_MISSING');
    done(await call(maker, 'DELETE', `realization/${draft.Id}`));
  });
});

describe('posting a realization', () => {
  let posted: Realization;

  it('accrues to everybody on the day of the source, once, to the cent [U-C-070, E-C-188]', async () => {
    posted = await realized('ARP-I exit', [from('ARP-I', '18450333.37', { RealizationDate: '2026-03-15' })]);
    expect(posted.Status.Code).toBe('POSTED');
    const [source] = posted.Sources;
    expect(sum(source!.AccountEntries.map(({ Amount }) => Amount))).toBe(cents('18450333.37'));
    expect(new Set(source!.AccountEntries.map(({ EntryDate }) => EntryDate))).toEqual(new Set(['2026-03-15']));
    expect(posted.Actions).not.toContain('saveRealization');
    for (const { Before, After, Accrued, Paid } of source!.InvestorBalances)
      expect([Before, Paid, After]).toEqual(['0.00', '0.00', Accrued]);
    const again = await post(poster, posted);
    expect(again.statusCode).toBe(409);
    expect(codesOf(again)).toEqual(['WRONG_STATE']);
    expect((await call(maker, 'DELETE', `realization/${posted.Id}`)).statusCode).toBe(409);
    const edit = await save(maker, 'x', [from('ARP-I', '1.00')], { Id: posted.Id, RowVersion: posted.RowVersion });
    expect(codesOf(edit)).toEqual(['WRONG_STATE']);
  });

  it('shows in accounts, balances of the fund and summaries [A-C-080, A-C-136, A-C-037]', async () => {
    const [someone] = posted.Sources[0]!.AccountEntries;
    const id = someone!.ParticipantId;
    const entries = done<{ PageData: object[] }>(await call(viewer, 'GET', `participant/${id}/accountEntries`));
    expect(entries.PageData[0]).toMatchObject({
      Kind: 'Accrual',
      Amount: someone!.Amount,
      Balance: someone!.Amount,
      Description: 'ARP-I exit',
      RealizationId: posted.Id,
    });
    const balances = done<{ ParticipantId: string; Balance: string | null }[]>(
      await call(viewer, 'GET', `fund/${plan.idOf('ARP-I')}/investor-balances?asOf=2026-03-15`),
    );
    expect(balances.find(({ ParticipantId }) => ParticipantId === id)?.Balance).toBe(someone!.Amount);
    expect(sum(balances.map(({ Balance }) => Balance ?? '0.00'))).toBe(cents('18450333.37'));
    const before = done<object[]>(
      await call(viewer, 'GET', `fund/${plan.idOf('ARP-I')}/investor-balances?asOf=2026-03-14`),
    );
    expect(before).toEqual([]);
    const entity = posted.Sources[0]!.Details.find(({ MemberDetails }) => MemberDetails.length > 0);
    if (entity) {
      const { ParticipantId } = entity.Participant;
      const through = done<{ PageData: { Amount: string }[] }>(
        await call(viewer, 'GET', `participant/${ParticipantId}/accountEntries?PageSize=1000`),
      );
      expect(sum(through.PageData.map(({ Amount }) => Amount))).toBe(cents(entity.CarryAmount));
      const summary = await call(viewer, 'GET', `participantEntity/v2/${ParticipantId}`);
      expect(done<object>(summary)).toMatchObject({ CarryBalance: entity.CarryAmount });
    }
  });

  it('is listed 20 a page by name, charted and exported [U-C-144 U-C-156 A-C-089 A-C-090 A-C-091 A-C-095]', async () => {
    const page = done<{ PageData: { Name: string }[]; PageSize: number; Totals: object[] }>(
      await call(viewer, 'GET', 'realization/index'),
    );
    expect(page).toMatchObject({
      PageSize: 20,
      Sort: 'Name',
      SortAsc: true,
      PageData: [{ Name: 'ARP-I exit', TotalCarry: '18450333.37', Status: { Code: 'POSTED' } }],
      Totals: [{ Total: '18450333.37', Currency: 'USD' }],
    });
    const charts = done<Record<string, { Name: string; Amount: string }[]>>(
      await call(viewer, 'GET', 'realization/indexCharts'),
    );
    for (const view of ['Sector', 'Fund', 'Source', 'Time'])
      expect(
        charts[view]!.map(({ Amount }) => Amount),
        view,
      ).toEqual(['18450333.37']);
    expect(charts['Time']![0]!.Name).toBe('2026');
    expect(done(await call(viewer, 'GET', 'realization/navigation-list'))).toMatchObject([{ Name: 'ARP-I exit' }]);
    for (const format of ['excel', 'application/pdf', 'csv']) {
      const file = await call(viewer, 'GET', `realization/index?format=${format}`);
      expect([format, file.statusCode]).toEqual([format, 200]);
    }
  });

  it('explains every figure', async () => {
    const [row] = posted.Sources[0]!.Details;
    const why = await call(
      viewer,
      'GET',
      `realization/${posted.Id}/explanation?figure=gross&sourceId=${plan.idOf('ARP-I')}&participantId=${row!.Participant.ParticipantId}&via=direct`,
    );
    expect(done<{ Result: string }>(why)).toMatchObject({ Result: row!.CarryAmount });
    const whole = await call(viewer, 'GET', `realization/${posted.Id}/explanation?figure=netDistributable`);
    expect(done<{ Result: string }>(whole)).toMatchObject({ Result: '18450333.37' });
  });

  it('of two at once one wins and the other is told', async () => {
    const draft = done(await save(maker, 'At once', [from('ARP-II', '1000.00')]));
    const other = await server.person(tenantId, { carry: 'editor' });
    const answers = await Promise.all([post(poster, draft), post(other, draft)]);
    expect(answers.map(({ statusCode }) => statusCode).sort((first, next) => first - next)).toEqual([200, 409]);
    expect(codesOf(answers.find(({ statusCode }) => statusCode === 409)!)).toEqual(['WRONG_STATE']);
    const found = done(await call(viewer, 'GET', `realization/${draft.Id}/profile`));
    expect(sum(found.Sources[0]!.AccountEntries.map(({ Amount }) => Amount))).toBe(100_000n);
  });

  it('is refused when the records have changed since it was saved', async () => {
    const draft = done(await save(maker, 'Changed', [from('ARP-IV', '100.00')]));
    const shift = (by: string) =>
      inTenant((tx) =>
        tx.query(
          `UPDATE allocation_entry SET effective = effective + ($2)::numeric WHERE tenant_id = $1 AND id = (
             SELECT e.id FROM allocation_entry e WHERE e.tenant_id = $1 AND e.allocation_profile_id = $3 AND e.effective > 1 ORDER BY e.position LIMIT 1)`,
          [tenantId, by, plan.idOf('profile of ARP-IV')],
        ),
      );
    await shift('-0.5');
    expect(codesOf(await post(poster, draft))).toContain('INPUTS_CHANGED');
    await shift('0.5');
    done(await post(poster, draft));
  });

  it('is undone by a reversal of its own, posted by somebody else, never by an edit', async () => {
    const wrong = await realized('Wrong amount', [from('CO-HEL', '777.77')]);
    const before = await call(maker, 'POST', `realization/${wrong.Id}/reverse`, {
      RowVersion: wrong.RowVersion,
      RealizationDate: '2026-03-30',
    });
    expect(codesOf(before)).toEqual(['REVERSED_BEFORE']);
    const mirror = done(
      await call(maker, 'POST', `realization/${wrong.Id}/reverse`, {
        RowVersion: wrong.RowVersion,
        RealizationDate: '2026-04-01',
      }),
    );
    expect(mirror).toMatchObject({ Status: { Code: 'DRAFT' }, TotalCarry: '-777.77', ReversalOf: { Id: wrong.Id } });
    expect(done(await call(viewer, 'GET', `realization/${wrong.Id}/profile`)).Status.Code).toBe('POSTED');
    expect(
      codesOf(
        await call(maker, 'POST', `realization/${wrong.Id}/reverse`, {
          RowVersion: wrong.RowVersion,
          RealizationDate: '2026-04-01',
        }),
      ),
    ).toEqual(['ALREADY_REVERSED']);
    expect(codesOf(await post(maker, mirror))).toEqual(['OWN_RUN']);
    done(await post(poster, mirror));
    const undone = done(await call(viewer, 'GET', `realization/${wrong.Id}/profile`));
    expect(undone).toMatchObject({ Status: { Code: 'REVERSED' }, ReversedBy: { Id: mirror.Id } });
    const [rest] = await inTenant((tx) =>
      tx.query<{ on: string; after: string }>(
        `SELECT sum(amount) FILTER (WHERE entry_date <= '2026-03-31')::text AS on, sum(amount)::text AS after
         FROM account_entry WHERE tenant_id = $1 AND container_id = $2`,
        [tenantId, plan.idOf('CO-HEL')],
      ),
    );
    expect(rest).toEqual({ on: '777.77', after: '0.00' });
  });

  it('is held to its evidence: computed again to the cent, and a change behind its back is named [E-C-172]', async () => {
    const found = async () => {
      const reports: RunReport[] = [];
      const tenant = { tenantId, personId: null, now: server.now.toISOString() };
      await server.withTenant(tenant, async (tx) => {
        for await (const report of verifyRealizations(tx)) reports.push(report);
      });
      return reports;
    };
    const reports = await found();
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reports.find(({ name }) => name === 'ARP-I exit')).toMatchObject({ status: 'POSTED' });
    const whole = await inTenant((tx) => verifyTenant(tx, server.auditKey));
    expect([whole.chain.broken, whole.findings]).toEqual([undefined, []]);
    const tamper = async (by: string) => {
      const client = new pg.Client({ connectionString: server.database.url });
      await client.connect();
      await client.query(
        `UPDATE realization_detail SET carry_amount = carry_amount + ($2)::numeric WHERE id = (
           SELECT d.id FROM realization_detail d JOIN realization_source s ON s.id = d.realization_source_id
           WHERE s.realization_id = $1 AND d.is_leaf ORDER BY d.position LIMIT 1)`,
        [posted.Id, by],
      );
      await client.end();
    };
    await tamper('0.01');
    const findings = (await found()).flatMap((report) => report.findings.map(({ what: subject }) => subject));
    expect(findings).toEqual(expect.arrayContaining(['gross, computed again', 'amount of the account entry']));
    await tamper('-0.01');
    expect((await found()).flatMap((report) => report.findings)).toEqual([]);
  });
});
