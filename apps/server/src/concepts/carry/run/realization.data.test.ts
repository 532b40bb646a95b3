import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { RunReport } from '@carrara/adapters/postgres/verify/verifyDistributions';
import { verifyRealizations } from '@carrara/adapters/postgres/verify/verifyRealizations';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import { readWorkbook } from '@carrara/adapters/spreadsheet/read/readWorkbook';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, refusal } from '../../../testing/testClient.ts';
import type { TestPerson } from '../../../testing/testServer.ts';
import { openPlannedFirm } from '../../../testing/plannedFirm.ts';

type Request = BodyOf<'saveRealization'>;
type Source = Request['sources'][number];
type Realization = AnswerOf<'getRealization'>;
type Detail = Realization['sources'][number]['details'][number];

const firm = openPlannedFirm({ maker: 'editor', poster: 'editor', viewer: 'viewer' });
const { as, inTenant, people } = firm;

const file = (path: string) =>
  firm.server.call(people.viewer.token, firm.tenantId, { method: 'GET', url: `/api/carry/realization/${path}` });

const from = (code: string, totalCarryForAll: string, more: Partial<Source> = {}): Source => ({
  containerId: firm.plan.idOf(code),
  containerType: code.startsWith('CO-') ? 'Coinvestment' : 'Fund',
  totalCarryForAll,
  ...more,
});
const body = (sources: readonly Source[]) => ({
  realizationDate: '2026-03-31',
  sources,
  unallocatedAcknowledged: true,
});
const save = (person: TestPerson, name: string, sources: readonly Source[], more: Partial<Request> = {}) =>
  as(person).saveRealization({ body: { name, ...body(sources), ...more } });
const post = (person: TestPerson, { id, rowVersion }: Pick<Realization, 'id' | 'rowVersion'>) =>
  as(person).postRealization({ params: { id }, body: { rowVersion } });
const realized = async (name: string, sources: readonly Source[]) =>
  post(people.poster, await save(people.maker, name, sources));
const codesOf = async (call: Promise<unknown>) => (await refusal(call)).errors.map(({ code }) => code);
const leaves = (rows: readonly Detail[]): readonly Detail[] =>
  rows.flatMap((row) => (row.memberDetails.length > 0 ? leaves(row.memberDetails) : [row]));
const cents = (text: string | null) => BigInt(text!.replace('.', ''));
const sum = (amounts: readonly (string | null)[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

describe('a realization', () => {
  it('needs at least one source [U-C-101]', async () => {
    expect(await refusal(save(people.maker, 'Nothing', []))).toMatchObject({
      status: 422,
      message: expect.stringContaining('needs at least one source'),
    });
  });

  it('accepts sources of one fund, existing sources and computed figures only [U-C-071]', async () => {
    expect(await codesOf(save(people.maker, 'Two funds', [from('ARP-I', '1.00'), from('CO-HEL', '1.00')]))).toEqual([
      'SOURCES_OF_SEVERAL_FUNDS',
    ]);
    expect(await codesOf(save(people.maker, 'Twice', [from('ARP-I', '1.00'), from('ARP-I', '2.00')]))).toContain(
      'SOURCE_DUPLICATE',
    );
    const twice = [from('ARP-I', '1.00'), from('ARP-I', '1.00')];
    expect(await codesOf(as(people.maker).calculateRealization({ body: body(twice) }))).toEqual(['SOURCE_DUPLICATE']);
    expect(await codesOf(save(people.maker, 'Type', [from('ARP-I', '1.00', { containerType: 'Tranche' })]))).toContain(
      'SOURCE_TYPE_DIFFERS',
    );
    const details = [{ participantId: firm.plan.idOf('E001'), carryAmount: '9.99' }];
    expect(await codesOf(save(people.maker, 'Figures', [from('ARP-I', '100.00', { details })]))).toContain(
      'FIGURES_DIFFER',
    );
    expect((await refusal(save(people.maker, 'Minus', [from('ARP-I', '-1.00')]))).status).toBeGreaterThanOrEqual(400);
  });

  it('is allocated to the cent before it is stored [A-C-092]', async () => {
    const [source] = await as(people.viewer).generateRealizationDetails({ body: body([from('ARP-I', '18450333.37')]) });
    expect(source).toMatchObject({ carryAccrued: '18450333.37', unallocated: '0.00', realizationSourceId: null });
    expect(sum(leaves(source!.details).map(({ carryAmount }) => carryAmount))).toBe(cents('18450333.37'));
    // No balance is known yet, so the accrual determines it.
    for (const { before, accrued, paid, after } of source!.investorBalances)
      expect([before, paid, after]).toEqual(['0.00', '0.00', accrued]);
    expect((await as(people.viewer).listRealizations()).totalItemCount).toBe(0);
  });

  it('totals each participant over all sources, in the editor and when stored [R-C-133]', async () => {
    const whole = from('ARP-I', '700.01');
    const [part] = await inTenant((tx) =>
      tx.query<{ id: string }>(
        `SELECT id FROM source_facts WHERE tenant_id = $1 AND kind = 'fundInvestment' AND fund_id = $2 ORDER BY id LIMIT 1`,
        [firm.tenantId, firm.plan.idOf('ARP-I')],
      ),
    );
    const sources: Source[] = [whole];
    if (part) sources.push({ containerId: part.id, containerType: 'Fund Investment', totalCarryForAll: '300.02' });
    const found = await as(people.viewer).calculateRealization({ body: body(sources) });
    expect(sum(found.participants.map(({ carryAmount }) => carryAmount!))).toBe(cents(found.totalAccrued!));
    for (const { participant, carryAmount } of found.participants) {
      const parts = found.sources.flatMap(({ details }) =>
        details.filter((row) => row.participant.participantId === participant.participantId),
      );
      expect(sum(parts.map((row) => row.carryAmount)), participant.name).toBe(cents(carryAmount!));
    }
    const stored = await save(people.maker, 'Summed', sources);
    expect(stored.participants).toEqual(found.participants);
    await as(people.maker).deleteRealization({ params: { id: stored.id } });
  });

  it('uses the chosen profile, or the current one by default [E-C-182]', async () => {
    const chosen = { allocationProfile: { id: firm.plan.idOf('profile of ARP-I') } };
    const profiles = async (more: Partial<Source>) => {
      const draft = await save(people.maker, 'By a profile', [from('ARP-I', '1.00', more)]);
      await as(people.maker).deleteRealization({ params: { id: draft.id } });
      return draft.sources[0];
    };
    const profile = { allocationProfile: { id: firm.plan.idOf('profile of ARP-I') } };
    expect(await profiles(chosen)).toMatchObject({ ...profile, isProfileChosen: true });
    expect(await profiles({})).toMatchObject({ ...profile, isProfileChosen: false });
  });

  it('warns of all terminated participants who still accrue, in the editor and on the page', async () => {
    const draft = await save(people.maker, 'Terminated', [from('ARP-I', '100000.00')]);
    const terminated = leaves(draft.sources[0]!.details)
      .filter(({ participant: { status }, carryAmount }) => status === 'Terminated' && carryAmount !== '0.00')
      .map(({ participant: { name } }) => name);
    expect(new Set(terminated).size).toBeGreaterThan(1);
    expect(draft.warnings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^.+ and .+ are terminated but accrued at full allocation\. Check the vesting\.$/),
    ]);
    for (const name of terminated) expect(draft.warnings[0]?.message).toContain(name);
    const computed = await as(people.maker).calculateRealization({
      body: { ...body([from('ARP-I', '100000.00')]), id: draft.id },
    });
    expect(computed.warnings).toEqual(draft.warnings);
    await as(people.maker).deleteRealization({ params: { id: draft.id } });
  });

  it('can be exported to Excel and PDF', async () => {
    const draft = await save(people.maker, 'Files', [from('ARP-I', '18450333.37')]);
    const excel = await file(`${draft.id}/export`);
    expect(excel.headers['content-disposition']).toContain('Files.xlsx');
    const sheets = (await readWorkbook(excel.rawPayload))._unsafeUnwrap();
    expect(sheets.map(({ name }) => name)).toEqual(['Summary', 'ARP-I', 'Participants', 'Balances']);
    const cells = sheets.map(({ rows }) => rows.flatMap((row) => row.cells.map(({ text }) => text)));
    for (const { carryAmount, participant } of leaves(draft.sources[0]!.details)) {
      for (const at of [1, 2]) expect(cells[at], participant.name).toContain(participant.name);
      expect(cells[1]).toContain(carryAmount!.replace(/\.?0+$/, ''));
    }
    const pdf = await file(`${draft.id}/export?format=application/pdf`);
    expect(pdf.headers['content-type']).toContain('application/pdf');
    const printed = pdfTexts(pdf.rawPayload).flat().join(' ');
    expect(printed).toContain('18,450,333.37');
    expect((await file(`${firm.plan.idOf('ARP-I')}/export`)).statusCode).toBe(404);
    await as(people.maker).deleteRealization({ params: { id: draft.id } });
  });

  it('is stored as a draft, changed with its current version, and deleted', async () => {
    const draft = await save(people.maker, 'Spring sale', [from('ARP-I', '100.00')]);
    expect(draft).toMatchObject({ status: { code: 'DRAFT' }, totalCarry: '100.00', totalAccrued: '100.00' });
    expect(draft.sources[0]).toMatchObject({
      realizationDate: '2026-03-31',
      containerName: 'ARP-I',
      accountEntries: [],
    });
    const changed = await save(
      people.maker,
      'Spring sale',
      [from('ARP-I', '250.00', { realizationDate: '2026-02-28' })],
      {
        id: draft.id,
        rowVersion: draft.rowVersion,
      },
    );
    expect(changed.sources[0]).toMatchObject({ realizationDate: '2026-02-28', carryAccrued: '250.00' });
    expect(changed.sources[0]!.realizationSourceId).toBe(draft.sources[0]!.realizationSourceId);
    const stale = save(people.poster, 'Mine', [from('ARP-I', '1.00')], { id: draft.id, rowVersion: draft.rowVersion });
    expect((await refusal(stale)).status).toBe(409);
    expect((await refusal(as(people.viewer).deleteRealization({ params: { id: draft.id } }))).status).toBe(403);
    await as(people.maker).deleteRealization({ params: { id: draft.id }, query: { rowVersion: changed.rowVersion } });
    expect((await refusal(as(people.maker).getRealization({ params: { id: draft.id } }))).status).toBe(404);
  });

  it('can’t be posted by its last editor or by a viewer', async () => {
    const draft = await save(people.maker, 'Own', [from('ARP-II', '10.00')]);
    expect(draft.actions).toEqual(['saveRealization', 'deleteRealization']);
    expect(await codesOf(post(people.maker, draft))).toEqual(['OWN_RUN']);
    expect((await refusal(post(people.viewer, draft))).status).toBe(403);
    await as(people.maker).deleteRealization({ params: { id: draft.id } });
  });

  it('can’t be posted before its date', async () => {
    const draft = await save(people.maker, 'Ahead', [from('ARP-II', '10.00')], { realizationDate: '2026-10-02' });
    const { actions, warnings } = await as(people.poster).getRealization({ params: { id: draft.id } });
    expect(actions, 'it isn’t offered, and the page says why').not.toContain('postRealization');
    expect(warnings.filter(({ code }) => code === 'DATE_TOO_LATE').map(({ message }) => message)).toEqual([
      'This realization is dated 10/02/2026. Post it on that day or later, or change the date.',
    ]);
    expect(await codesOf(post(people.poster, draft))).toEqual(['DATE_TOO_LATE']);
    await as(people.maker).deleteRealization({ params: { id: draft.id } });
  });

  it('is stored undetermined without a profile, and refused at the posting with the reason', async () => {
    const [tranche] = await inTenant((tx) =>
      tx.query<{ id: string }>(
        `SELECT id FROM container WHERE tenant_id = $1 AND kind = 'fund' AND NOT EXISTS (
        SELECT FROM allocation_profile p WHERE p.tenant_id = container.tenant_id AND p.container_id = container.id)`,
        [firm.tenantId],
      ),
    );
    const source: Source = tranche
      ? { containerId: tranche.id, containerType: 'Fund', totalCarryForAll: '5.00' }
      : // It has no profile before the profile's effective date.
        from('ARP-IV', '5.00', { realizationDate: '2001-01-01' });
    const draft = await save(people.maker, 'No profile', [source]);
    expect(draft.sources[0]).toMatchObject({ isDetermined: false, carryAccrued: null });
    expect(draft.problems.map(({ code }) => code)).toContain('PROFILE_MISSING');
    expect(await codesOf(post(people.poster, draft))).toContain('PROFILE_MISSING');
    await as(people.maker).deleteRealization({ params: { id: draft.id } });
  });
});

describe('posting a realization', () => {
  let posted: Realization;

  it('accrues to everybody on the date of the source, once, to the cent [U-C-070, E-C-188]', async () => {
    posted = await realized('ARP-I exit', [from('ARP-I', '18450333.37', { realizationDate: '2026-03-15' })]);
    expect(posted.status.code).toBe('POSTED');
    const [source] = posted.sources;
    expect(sum(source!.accountEntries.map(({ amount }) => amount))).toBe(cents('18450333.37'));
    expect(new Set(source!.accountEntries.map(({ entryDate }) => entryDate))).toEqual(new Set(['2026-03-15']));
    expect(posted.actions).not.toContain('saveRealization');
    for (const { before, after, accrued, paid } of source!.investorBalances)
      expect([before, paid, after]).toEqual(['0.00', '0.00', accrued]);
    expect(await refusal(post(people.poster, posted))).toMatchObject({
      status: 409,
      errors: [{ code: 'WRONG_STATE' }],
    });
    expect((await refusal(as(people.maker).deleteRealization({ params: { id: posted.id } }))).status).toBe(409);
    const edit = save(people.maker, 'x', [from('ARP-I', '1.00')], { id: posted.id, rowVersion: posted.rowVersion });
    expect(await codesOf(edit)).toEqual(['WRONG_STATE']);
  });

  it('shows in accounts, balances of the fund and summaries [A-C-080, A-C-136, A-C-037]', async () => {
    const [someone] = posted.sources[0]!.accountEntries;
    const id = someone!.participantId;
    const entries = await as(people.viewer).listParticipantAccountEntries({ params: { id } });
    expect(entries.pageData[0]).toMatchObject({
      kind: 'Accrual',
      amount: someone!.amount,
      balance: someone!.amount,
      description: 'ARP-I exit',
      realizationId: posted.id,
    });
    const balances = await as(people.viewer).listFundInvestorBalances({
      params: { id: firm.plan.idOf('ARP-I') },
      query: { asOf: '2026-03-15' },
    });
    expect(balances.find(({ participantId }) => participantId === id)?.balance).toBe(someone!.amount);
    expect(sum(balances.map(({ balance }) => balance ?? '0.00'))).toBe(cents('18450333.37'));
    const before = await as(people.viewer).listFundInvestorBalances({
      params: { id: firm.plan.idOf('ARP-I') },
      query: { asOf: '2026-03-14' },
    });
    expect(before).toEqual([]);
    const entity = posted.sources[0]!.details.find(({ memberDetails }) => memberDetails.length > 0);
    if (entity) {
      const { participantId } = entity.participant;
      const through = await as(people.viewer).listParticipantAccountEntries({
        params: { id: participantId },
        query: { pageSize: '1000' },
      });
      expect(sum(through.pageData.map(({ amount }) => amount))).toBe(cents(entity.carryAmount));
      const summary = await as(people.viewer).getEntitySummary({ params: { id: participantId } });
      expect(summary).toMatchObject({ carryBalance: entity.carryAmount });
    }
  });

  it('is listed 20 a page by name, charted and exported [U-C-144 U-C-156 A-C-089 A-C-090 A-C-091 A-C-095]', async () => {
    const page = await as(people.viewer).listRealizations();
    expect(page).toMatchObject({
      pageSize: 20,
      sort: 'Name',
      sortAsc: true,
      pageData: [{ name: 'ARP-I exit', totalCarry: '18450333.37', status: { code: 'POSTED' } }],
      totals: [{ total: '18450333.37', currency: 'USD' }],
    });
    const charts = await as(people.viewer).chartRealizations();
    for (const view of ['sector', 'fund', 'source', 'time'] as const)
      expect(
        charts[view].map(({ amount }) => amount),
        view,
      ).toEqual(['18450333.37']);
    expect(charts.time[0]!.name).toBe('2026');
    expect(await as(people.viewer).listRealizationChoices()).toMatchObject([{ name: 'ARP-I exit' }]);
    for (const format of ['excel', 'application/pdf', 'csv']) {
      const { statusCode } = await file(`index?format=${format}`);
      expect([format, statusCode]).toEqual([format, 200]);
    }
  });

  it('explains every figure', async () => {
    const [row] = posted.sources[0]!.details;
    const params = { id: posted.id };
    const why = await as(people.viewer).explainRealization({
      params,
      query: {
        figure: 'gross',
        sourceId: firm.plan.idOf('ARP-I'),
        participantId: row!.participant.participantId,
        via: 'direct',
      },
    });
    expect(why.result).toBe(row!.carryAmount);
    const whole = await as(people.viewer).explainRealization({ params, query: { figure: 'netDistributable' } });
    expect(whole.result).toBe('18450333.37');
  });

  it('posts once for two concurrent requests and refuses the other', async () => {
    const draft = await save(people.maker, 'At once', [from('ARP-II', '1000.00')]);
    const other = await firm.server.person(firm.tenantId, { carry: 'editor' });
    const attempts = [post(people.poster, draft), post(other, draft)];
    const outcomes = await Promise.allSettled(attempts);
    const refused = attempts.filter((_, at) => outcomes[at]?.status === 'rejected');
    expect(refused).toHaveLength(1);
    expect(await refusal(refused[0]!)).toMatchObject({ status: 409, errors: [{ code: 'WRONG_STATE' }] });
    const found = await as(people.viewer).getRealization({ params: { id: draft.id } });
    expect(sum(found.sources[0]!.accountEntries.map(({ amount }) => amount))).toBe(100_000n);
  });

  it('is refused if records have changed since it was saved', async () => {
    const draft = await save(people.maker, 'Changed', [from('ARP-IV', '100.00')]);
    const shift = (by: string) =>
      inTenant((tx) =>
        tx.query(
          `UPDATE allocation_entry SET effective = effective + ($2)::numeric WHERE tenant_id = $1 AND id = (
             SELECT e.id FROM allocation_entry e WHERE e.tenant_id = $1 AND e.allocation_profile_id = $3 AND e.effective > 1 ORDER BY e.position LIMIT 1)`,
          [firm.tenantId, by, firm.plan.idOf('profile of ARP-IV')],
        ),
      );
    await shift('-0.5');
    expect(await codesOf(post(people.poster, draft))).toContain('INPUTS_CHANGED');
    await shift('0.5');
    await post(people.poster, draft);
  });

  it('is reversed by a separate run, posted by another person', async () => {
    const wrong = await realized('Wrong amount', [from('CO-HEL', '777.77')]);
    const reverse = (realizationDate: string) =>
      as(people.maker).reverseRealization({
        params: { id: wrong.id },
        body: { rowVersion: wrong.rowVersion, realizationDate },
      });
    expect(await codesOf(reverse('2026-03-30'))).toEqual(['REVERSED_BEFORE']);
    const mirror = await reverse('2026-04-01');
    expect(mirror).toMatchObject({ status: { code: 'DRAFT' }, totalCarry: '-777.77', reversalOf: { id: wrong.id } });
    expect((await as(people.viewer).getRealization({ params: { id: wrong.id } })).status.code).toBe('POSTED');
    expect(await codesOf(reverse('2026-04-01'))).toEqual(['ALREADY_REVERSED']);
    expect(await codesOf(post(people.maker, mirror))).toEqual(['OWN_RUN']);
    await post(people.poster, mirror);
    const undone = await as(people.viewer).getRealization({ params: { id: wrong.id } });
    expect(undone).toMatchObject({ status: { code: 'REVERSED' }, reversedBy: { id: mirror.id } });
    const query = { figure: 'netDistributable' } as const;
    expect(await as(people.viewer).explainRealization({ params: { id: mirror.id }, query })).toMatchObject({
      result: '-777.77',
      text: 'the figure of the reversed realization with the opposite sign',
    });
    const [rest] = await inTenant((tx) =>
      tx.query<{ on: string; after: string }>(
        `SELECT sum(amount) FILTER (WHERE entry_date <= '2026-03-31')::text AS on, sum(amount)::text AS after
         FROM account_entry WHERE tenant_id = $1 AND container_id = $2`,
        [firm.tenantId, firm.plan.idOf('CO-HEL')],
      ),
    );
    expect(rest).toEqual({ on: '777.77', after: '0.00' });
  });

  it('is recomputed to the cent by the audit, which reports a change in the database [E-C-172]', async () => {
    const found = async () => {
      const reports: RunReport[] = [];
      const tenant = { tenantId: firm.tenantId, personId: null, now: firm.server.now.toISOString() };
      await firm.server.withTenant(tenant, async (tx) => {
        for await (const report of verifyRealizations(tx)) reports.push(report);
      });
      return reports;
    };
    const reports = await found();
    expect(reports.flatMap(({ findings }) => findings)).toEqual([]);
    expect(reports.find(({ name }) => name === 'ARP-I exit')).toMatchObject({ status: 'POSTED' });
    const whole = await inTenant((tx) => verifyTenant(tx, firm.server.auditKey));
    expect([whole.chain.broken, whole.findings]).toEqual([undefined, []]);
    const tamper = async (by: string) => {
      const client = new pg.Client({ connectionString: firm.server.database.url });
      await client.connect();
      await client.query(
        `UPDATE realization_detail SET carry_amount = carry_amount + ($2)::numeric WHERE id = (
           SELECT d.id FROM realization_detail d JOIN realization_source s ON s.id = d.realization_source_id
           WHERE s.realization_id = $1 AND d.is_leaf ORDER BY d.position LIMIT 1)`,
        [posted.id, by],
      );
      await client.end();
    };
    await tamper('0.01');
    const findings = (await found()).flatMap((report) => report.findings.map(({ description: subject }) => subject));
    expect(findings).toEqual(expect.arrayContaining(['Gross', 'amount of the account entry']));
    await tamper('-0.01');
    expect((await found()).flatMap((report) => report.findings)).toEqual([]);
  });
});
