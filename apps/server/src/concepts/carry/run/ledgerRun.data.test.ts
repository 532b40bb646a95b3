import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, type BodyOf, type QueryOf, refusal, refusalCodes } from '../../../testing/testClient.ts';
import type { TestPerson } from '../../../testing/testServer.ts';
import { openPlannedFirm } from '../../../testing/plannedFirm.ts';

type Request = BodyOf<'saveLedgerRun'>;
type Line = Request['lines'][number];
type Run = AnswerOf<'getLedgerRun'>;
type Figure = QueryOf<'explainLedgerRun'>['figure'];

const firm = openPlannedFirm({ maker: 'editor', checker: 'administrator' });
const { as, inTenant, people } = firm;

const file = (person: TestPerson, path: string) =>
  firm.server.call(person.token, firm.tenantId, { method: 'GET', url: `/api/carry/${path}` });

const line = (source: string, participant: string | null, amounts: Partial<Line> = {}): Line => ({
  source: { id: firm.plan.idOf(source) },
  ...(participant === null ? {} : { participant: { id: firm.plan.idOf(participant) } }),
  ...amounts,
});
const body = (code: string, runDate: string, lines: readonly Line[], more: Partial<Request> = {}): Request => ({
  name: `${code} ${runDate}`,
  type: { code },
  runDate,
  lines,
  ...more,
});
const step = <M extends object>({ rowVersion }: { readonly rowVersion: number }, more?: M) => ({
  rowVersion,
  ...more!,
});

/** Takes a run from draft to the accounts: one person creates and submits it, another approves it. */
async function enter(type: string, day: string, lines: readonly Line[]): Promise<Run> {
  const draft = await as(people.maker).saveLedgerRun({ body: body(type, day, lines) });
  return carryOn(draft);
}
async function carryOn(draft: Run): Promise<Run> {
  const submitted = await as(people.maker).submitLedgerRun({ params: { id: draft.id }, body: step(draft) });
  const approved = await as(people.checker).approveLedgerRun({ params: { id: draft.id }, body: step(submitted) });
  return as(people.maker).postLedgerRun({ params: { id: draft.id }, body: step(approved) });
}

async function balanceOf(participant: string, day: string) {
  const all = await as(people.maker).listCoinvestmentInvestorBalances({
    params: { id: firm.plan.idOf('CO-HEL') },
    query: { asOf: day },
  });
  const found = all.find(({ participantId }) => participantId === firm.plan.idOf(participant));
  return found && [found.balance, found.escrowBalance];
}

it('a run has notes and documents, which are deleted with it', async () => {
  const { id } = await as(people.maker).saveLedgerRun({
    body: body('OPENING', '2025-12-31', [line('CO-HEL', 'E001', { accrued: '1.00' })]),
  });
  const subject = { objectId: id, objectType: 'ledgerRun' } as const;
  await as(people.maker).saveNote({ body: { ...subject, noteText: 'From the old system.' } });
  const link = { ...subject, name: 'Statement', url: 'https://old.example/statement' };
  await as(people.maker).saveExternalDocument({ body: link });
  expect(await as(people.maker).deleteLedgerRun({ params: { id } })).toEqual({ id });
  expect((await firm.server.database.worker.query('SELECT FROM note UNION ALL SELECT FROM document')).rows).toEqual([]);
});

it('a run can’t be posted before its date', async () => {
  const draft = await as(people.maker).saveLedgerRun({
    body: body('OPENING', '2026-10-02', [line('CO-HEL', 'E001', { accrued: '1.00' })]),
  });
  const submitted = await as(people.maker).submitLedgerRun({ params: { id: draft.id }, body: step(draft) });
  expect(submitted.warnings).toEqual([]);
  const approved = await as(people.checker).approveLedgerRun({ params: { id: draft.id }, body: step(submitted) });
  expect(approved.actions, 'it isn’t offered, and the page says why').not.toContain('postLedgerRun');
  expect(approved.warnings.map(({ message }) => message)).toEqual([
    'This run is dated 10/02/2026. Post it on that day or later, or withdraw it and change the date.',
  ]);
  expect(
    await refusalCodes(as(people.maker).postLedgerRun({ params: { id: draft.id }, body: step(approved) })),
  ).toEqual([422, 'DATE_TOO_LATE ']);
  const withdrawn = await as(people.maker).withdrawLedgerRun({
    params: { id: draft.id },
    body: step(approved, { comment: 'Too early' }),
  });
  await as(people.maker).deleteLedgerRun({ params: { id: withdrawn.id } });
});

it('can’t be dated more than 10 years ahead, like a realization', async () => {
  const lines = [line('CO-HEL', 'E001', { accrued: '1.00' })];
  const refused = await refusal(as(people.maker).saveLedgerRun({ body: body('OPENING', '2126-10-31', lines) }));
  expect(refused.errors).toMatchObject([{ code: 'DATE_TOO_LATE', path: 'RunDate' }]);
});

describe('opening balances of a firm that starts in mid-life [G-C-055]', () => {
  it('are posted as entries of their own kind after the approval of another person', async () => {
    const draft = await as(people.maker).saveLedgerRun({
      body: body('OPENING', '2025-12-31', [
        line('CO-HEL', 'E001', { accrued: '1000.00', distributed: '400.00', escrow: '40.00' }),
        line('CO-HEL', 'E002', { accrued: '500.00', distributed: '500.00', escrow: '60.00' }),
      ]),
    });
    expect(await balanceOf('E001', '2026-01-31')).toBeUndefined();
    const submitted = await as(people.maker).submitLedgerRun({ params: { id: draft.id }, body: step(draft) });
    expect(submitted.actions).not.toContain('approveLedgerRun');
    expect(
      await refusalCodes(as(people.maker).approveLedgerRun({ params: { id: draft.id }, body: step(submitted) })),
    ).toEqual([422, 'OWN_RUN ']);
    const approved = await as(people.checker).approveLedgerRun({ params: { id: draft.id }, body: step(submitted) });
    const posted = await as(people.maker).postLedgerRun({ params: { id: draft.id }, body: step(approved) });
    expect(posted.status.code).toBe('POSTED');
    expect(await balanceOf('E001', '2025-12-30')).toBeUndefined();
    expect(await balanceOf('E001', '2025-12-31')).toEqual(['600.00', '40.00']);
    expect(await balanceOf('E002', '2025-12-31')).toEqual(['0.00', '60.00']);
    const { pageData } = await as(people.maker).listParticipantAccountEntries({
      params: { id: firm.plan.idOf('E001') },
    });
    expect(pageData.map(({ kind, amount, ledgerRunId }) => [kind, amount, ledgerRunId])).toEqual(
      expect.arrayContaining([
        ['Opening', '1000.00', draft.id],
        ['Opening Distributed', '-400.00', draft.id],
      ]),
    );
    const currencies = await as(people.checker).listReferenceEntries({
      params: { type: 'currency' },
      query: { withUses: 'true' },
    });
    expect(currencies.find(({ code }) => code === 'USD')?.uses).toEqual(
      expect.arrayContaining(['participants’ accounts', 'escrow', 'ledger runs']),
    );
  });

  it('are refused for accounts with entries, at the field, and nothing is stored', async () => {
    const lines = [line('CO-HEL', 'E001', { accrued: '1.00' })];
    expect(await refusalCodes(as(people.maker).saveLedgerRun({ body: body('OPENING', '2026-01-01', lines) }))).toEqual([
      422,
      'ALREADY_OPENED Lines[0].Participant',
    ]);
    // An earlier date is before the account's other entries, but it is still a second opening.
    expect(await refusalCodes(as(people.maker).saveLedgerRun({ body: body('OPENING', '2025-06-30', lines) }))).toEqual([
      422,
      'ALREADY_OPENED Lines[0].Participant',
    ]);
    const wrong = [
      line('CO-HEL', 'E003', { accrued: '1.00', escrow: '2.00' }),
      line('CO-HEL', 'E003', { accrued: '1.00' }),
      line('CO-HEL', 'E004', {}),
    ];
    expect(await refusalCodes(as(people.maker).saveLedgerRun({ body: body('OPENING', '2026-01-01', wrong) }))).toEqual([
      422,
      'PARTICIPANT_DUPLICATE Lines[1].Participant',
      'ESCROW_ABOVE_DISTRIBUTED Lines[0].Escrow',
      'AMOUNT_MISSING Lines[2].Accrued',
    ]);
  });
});

describe('escrow', () => {
  it('is released in proportion to everybody’s balance, to the cent, and never above it', async () => {
    const draft = await as(people.maker).saveLedgerRun({
      body: body('RELEASE', '2026-01-31', [line('CO-HEL', null, { requestedAmount: '10.01' })]),
    });
    expect(draft.lines.map(({ escrowBefore, escrow }) => [escrowBefore, escrow])).toEqual(
      expect.arrayContaining([
        ['40.00', '4.00'],
        ['60.00', '6.01'],
      ]),
    );
    await carryOn(draft);
    expect(await balanceOf('E001', '2026-01-30')).toEqual(['600.00', '40.00']);
    expect(await balanceOf('E001', '2026-01-31')).toEqual(['600.00', '36.00']);
    // A release dated earlier can't exceed the escrow on any later date.
    const more = await as(people.maker).generateLedgerRun({
      body: {
        type: { code: 'RELEASE' },
        runDate: '2026-01-15',
        lines: [line('CO-HEL', 'E001', { requestedAmount: '39.00' })],
      },
    });
    expect(more.escrow).toBe('36.00');
    expect(more.warnings.map(({ code, path, message }) => [code, path, message])).toEqual([
      [
        'RELEASE_ABOVE_ESCROW',
        ['lines', 0, 'requestedAmount'],
        expect.stringMatching(
          /^.+, .*: 39\.00 exceeds the escrow held from this date on\. The whole balance, 36\.00, is released\.$/,
        ),
      ],
    ]);
    const { participant, source } = more.lines[0]!;
    expect(more.warnings[0]!.message.split(':')[0], 'a fund is its own holder').toBe(
      `${participant!.name}, ${source.name}`,
    );
    expect(draft.warnings).toEqual([]);
  });

  it('has a letter for each payee', async () => {
    const { pageData } = await as(people.maker).listLedgerRuns({ query: { type: 'RELEASE' } });
    const release = pageData[0]!;
    const all = await file(people.maker, `ledger/${release.id}/letter-package`);
    expect([all.statusCode, all.headers['content-type'], all.rawPayload.subarray(0, 4).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF',
    ]);
    const item = await file(people.maker, `ledger/${release.id}/letter/${firm.plan.idOf('E001')}`);
    expect(item.statusCode).toBe(200);
    const account = {
      holderName: 'Holder',
      bankName: 'First Example Bank',
      bankCode: '021000021',
      accountNumber: '0001234711',
      reason: 'Signed payment instruction',
    };
    const { id } = await as(people.maker).enterBankAccount({ params: { id: firm.plan.idOf('E001') }, body: account });
    await as(people.checker).confirmBankAccount({ params: { id } });
    const viewer = await firm.server.person(firm.tenantId, { carry: 'viewer' });
    const texts = async (reader: TestPerson) =>
      pdfTexts((await file(reader, `ledger/${release.id}/letter/${firm.plan.idOf('E001')}`)).rawPayload)
        .flat()
        .join('');
    expect(await texts(people.maker)).toContain('4711');
    // An account that was confirmed after the run was posted received nothing.
    firm.server.passMinutes(1);
    const later = { ...account, accountNumber: '0001236789' };
    const changed = await as(people.maker).enterBankAccount({ params: { id: firm.plan.idOf('E001') }, body: later });
    await as(people.checker).confirmBankAccount({ params: { id: changed.id } });
    expect(await texts(people.maker)).toContain('4711');
    expect(await texts(viewer)).toContain('payable to you');
    expect(await texts(viewer)).not.toContain('4711');
    expect((await file(people.maker, `ledger/${release.id}/letter/${firm.plan.idOf('E003')}`)).statusCode).toBe(404);
    const opening = (await as(people.maker).listLedgerRuns({ query: { type: 'OPENING' } })).pageData[0]!;
    expect((await file(people.maker, `ledger/${opening.id}/letter-package`)).statusCode).toBe(409);
  });

  it('can’t be released twice: a run computed from balances that have changed is refused at the posting', async () => {
    const lines = [line('CO-HEL', 'E002')];
    const [first, other] = [
      await as(people.maker).saveLedgerRun({ body: body('RELEASE', '2026-02-28', lines, { name: 'One' }) }),
      await as(people.maker).saveLedgerRun({ body: body('RELEASE', '2026-02-28', lines, { name: 'Other' }) }),
    ];
    const submitted = await as(people.maker).submitLedgerRun({ params: { id: other.id }, body: step(other) });
    const approved = await as(people.checker).approveLedgerRun({ params: { id: other.id }, body: step(submitted) });
    await carryOn(first);
    expect(await balanceOf('E002', '2026-02-28')).toEqual(['0.00', '0.00']);
    expect(
      (await refusalCodes(as(people.maker).postLedgerRun({ params: { id: other.id }, body: step(approved) })))[0],
    ).toBe(422);
    const withdrawn = await as(people.maker).withdrawLedgerRun({
      params: { id: other.id },
      body: step(approved, { comment: 'Paid already' }),
    });
    await as(people.maker).deleteLedgerRun({ params: { id: other.id }, query: { rowVersion: withdrawn.rowVersion } });
  });

  it('keeps its origin: an opening can’t be reversed after its escrow was released', async () => {
    const { pageData } = await as(people.maker).listLedgerRuns({ query: { type: 'OPENING' } });
    const opening = pageData.find(({ name }) => name === 'OPENING 2025-12-31')!;
    const mirror = await as(people.maker).reverseLedgerRun({
      params: { id: opening.id },
      body: step(opening, { runDate: '2026-03-01' }),
    });
    const refused = await refusal(as(people.maker).submitLedgerRun({ params: { id: mirror.id }, body: step(mirror) }));
    expect(refused).toMatchObject({ status: 422, errors: [{ code: 'USED_SINCE' }] });
    expect(refused.errors[0]?.message).toMatch(
      /Since then, escrow has been released or applied to a clawback .*\. Reverse ledger runs? [^:]*One.* first\./,
    );
    await as(people.maker).deleteLedgerRun({ params: { id: mirror.id } });
  });

  it('is totaled only in a list of one type, because opened and released escrow can’t be added up', async () => {
    const all = await as(people.maker).listLedgerRuns({ query: {} });
    const fields = (all.totals ?? []).map(({ field }) => field);
    expect(fields).not.toContain('escrow');
    expect(fields).toContain('accrued');
    const { pageData, totals } = await as(people.maker).listLedgerRuns({ query: { type: 'RELEASE' } });
    const posted = pageData.filter(({ status }) => status.code === 'POSTED').map(({ escrow }) => Number(escrow));
    const total = posted.reduce((sum, escrow) => sum + escrow, 0);
    expect(total).toBeGreaterThan(0);
    expect(totals).toContainEqual(expect.objectContaining({ field: 'escrow', total: total.toFixed(2) }));
  });

  it('is restored by the reversal of its release', async () => {
    const { pageData } = await as(people.maker).listLedgerRuns({ query: { type: 'RELEASE' } });
    const item = pageData.find(({ name }) => name === 'One')!;
    const early = { runDate: '2026-02-27', name: null, description: null };
    expect(
      await refusalCodes(as(people.maker).reverseLedgerRun({ params: { id: item.id }, body: step(item, early) })),
    ).toEqual([422, 'REVERSED_BEFORE RunDate']);
    const mirror = await as(people.maker).reverseLedgerRun({
      params: { id: item.id },
      body: step(item, { ...early, runDate: '2026-03-01' }),
    });
    expect(mirror.escrow).toBe('-53.99');
    const letter = async () =>
      pdfTexts((await file(people.maker, `ledger/${item.id}/letter/${firm.plan.idOf('E002')}`)).rawPayload)
        .flat()
        .join(' ');
    expect(await letter(), 'a draft has no effect yet').not.toContain('reversed');
    await carryOn(mirror);
    expect(await letter()).toMatch(/This release was reversed on March +1 , +2026 ?\./);
    expect(await balanceOf('E002', '2026-02-28')).toEqual(['0.00', '0.00']);
    expect(await balanceOf('E002', '2026-03-01')).toEqual(['0.00', '53.99']);
    expect((await as(people.maker).getLedgerRun({ params: { id: item.id } })).status.code).toBe('REVERSED');
    expect(
      await refusalCodes(
        as(people.maker).reverseLedgerRun({
          params: { id: item.id },
          body: step(item, { ...early, runDate: '2026-03-01' }),
        }),
      ),
    ).toEqual([409, 'WRONG_STATE Status']);
  });
});

describe('a clawback [U-C-042]', () => {
  const summary = () => as(people.maker).getEmployeeSummary({ params: { id: firm.plan.idOf('E001') } });

  it('is not determined before the first one, and reduces escrow first, then the account', async () => {
    expect((await summary()).clawback).toBeNull();
    expect(
      await refusalCodes(
        as(people.maker).saveLedgerRun({
          body: body('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { requestedAmount: '400.01' })]),
        }),
      ),
    ).toEqual([422, 'CLAWBACK_ABOVE_PAID Lines[0].RequestedAmount']);
    const posted = await enter('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { requestedAmount: '100.00' })]);
    expect([posted.escrow, posted.clawback]).toEqual(['36.00', '64.00']);
    expect(await summary()).toMatchObject({ clawback: '100.00', escrowBalance: '0.00', carryBalance: '536.00' });
    // Escrow consists of the amount withheld, less releases and clawbacks.
    const parts = await as(people.maker).getEmployeeSummary({ params: { id: firm.plan.idOf('E001') } });
    expect(parts.escrowApplied).toBe('36.00');
    expect(Number(parts.escrowWithheld) - Number(parts.escrowReleased)).toBe(36);
    expect(
      await refusalCodes(
        as(people.maker).saveLedgerRun({
          body: body('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { requestedAmount: '300.01' })]),
        }),
      ),
    ).toEqual([422, 'CLAWBACK_ABOVE_PAID Lines[0].RequestedAmount']);
  });
});

describe('the explanation of a figure of a run', () => {
  const runOf = async (type: string, name?: string) => {
    const { pageData } = await as(people.maker).listLedgerRuns({ query: { type } });
    return as(people.maker).getLedgerRun({
      params: { id: (pageData.find(({ name: rowName }) => !name || rowName === name) ?? pageData[0]!).id },
    });
  };
  const why = (run: Run, figure: Figure, row?: number) =>
    as(people.maker).explainLedgerRun({ params: { id: run.id }, query: { figure, row } });
  const inputsOf = ({ inputs }: AnswerOf<'explainLedgerRun'>) =>
    Object.fromEntries(inputs.map(({ name, value }) => [name, value]));

  it('exists for every amount and every sum', async () => {
    const figures = ['escrowBefore', 'escrow', 'clawback', 'accrued', 'distributed'] as const;
    const explained = new Set<string>();
    for (const type of ['OPENING', 'RELEASE', 'CLAWBACK']) {
      const run = await runOf(type);
      for (const figure of figures)
        for (const [row, line] of run.lines.entries()) {
          const displayed = line[figure];
          if (displayed && Number(displayed) !== 0) {
            expect((await why(run, figure, row)).result, `${type} ${figure}`).toBe(displayed);
            explained.add(figure);
          }
        }
      expect((await why(run, 'escrow')).result).toBe(run.escrow);
    }
    expect([...explained].sort()).toEqual([...figures].sort());
  });

  it('leads to escrow, requested amounts and payments, by name', async () => {
    const run = await runOf('CLAWBACK');
    const rest = await why(
      run,
      'clawback',
      run.lines.findIndex(({ escrowBefore }) => escrowBefore === null),
    );
    expect(inputsOf(rest)).toEqual({ fromAccount: '64.00', paid: '400.00', paidInAll: '400.00' });
    expect(rest.name).toMatch(/^Part from the account · .+ · .+/);
    expect(inputsOf(rest.children[0]!)).toEqual({ requested: '100.00', fromEscrow: '36.00' });
    expect(inputsOf(rest.children[0]!.children[0]!)).toEqual({ requested: '100.00', escrowBalance: '36.00' });
  });

  it('has the opposite sign for a reversal, and doesn’t exist for an empty figure', async () => {
    const mirror = await runOf('RELEASE', 'Reversal of One');
    const reversed = await why(mirror, 'escrow', 0);
    expect([reversed.result, reversed.children[0]?.result]).toEqual(['-53.99', '53.99']);
    expect(reversed.text).toBe('the figure of the reversed run with the opposite sign');
    expect((await refusal(why(mirror, 'clawback'))).status).toBe(404);
  });
});

describe('reports', () => {
  const figuresOf = <R extends { readonly participant?: unknown }>(
    rows: readonly R[],
    code: string,
    ...names: readonly (keyof R)[]
  ) => {
    const row = rows.find(({ participant }) => (participant as { id: string }).id === firm.plan.idOf(code))!;
    return names.map((name) => row[name]);
  };

  it('subtract distributed and clawed-back from accrued carry to the balance of the ledger [A-C-101]', async () => {
    const { pageData: rows } = await as(people.maker).reportEstimatedAccruedCarry({
      query: { selectedDate: '2026-04-30' },
    });
    const names = ['accrued', 'openingDistributed', 'distributed', 'clawedBack', 'balance', 'escrowBalance'] as const;
    expect(figuresOf(rows, 'E001', ...names)).toEqual(['1000.00', '400.00', '0.00', '64.00', '536.00', '0.00']);
    expect(figuresOf(rows, 'E002', ...names)).toEqual(['500.00', '500.00', '0.00', '0.00', '0.00', '53.99']);
    expect(
      await as(people.maker).getEmployeeSummary({
        params: { id: firm.plan.idOf('E001') },
        query: { asOf: '2026-04-30' },
      }),
    ).toMatchObject({
      openingDistributed: '400.00',
      totalCarryDistributed: '0.00',
    });
    const hidden = await as(people.maker).reportEstimatedAccruedCarry({ query: { redactName: 'true' } });
    expect(hidden.pageData).not.toEqual([]);
    expect(JSON.stringify(hidden)).not.toContain(firm.plan.idOf('E001'));
    const balances = await file(
      people.maker,
      `reporting/v2/estimated-accrued-carry?participantId=${firm.plan.idOf('E001')}&selectedDate=2026-04-30&format=application/pdf`,
    );
    expect([balances.statusCode, balances.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    const carry = await file(
      people.maker,
      `reporting/estimated-carried-interest?format=application/pdf&participantId=${firm.plan.idOf('E001')}&endDate=2026-04-30&aggregateToEmployee=true`,
    );
    expect([carry.statusCode, carry.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    for (const { headers } of [balances, carry])
      expect(headers['content-disposition']).toContain('Estimated accrued carry Participant E001');
  });

  it('add opening, withheld, released and applied escrow to the closing balance', async () => {
    const { pageData: rows } = await as(people.maker).reportEscrowLedger({
      query: { from: '2026-02-01', to: '2026-04-30' },
    });
    const names = ['opening', 'withheld', 'released', 'applied', 'closing'] as const;
    expect(figuresOf(rows, 'E001', ...names)).toEqual(['36.00', '0.00', '0.00', '36.00', '0.00']);
    expect(figuresOf(rows, 'E002', ...names)).toEqual(['53.99', '0.00', '0.00', '0.00', '53.99']);
  });

  it('include clawbacks if the firm has turned that report on [U-C-036, R-C-254]', async () => {
    expect((await refusal(as(people.maker).reportClawbackByFund())).status).toBe(404);
    const { rowVersion } = await as(people.checker).getTenantSettings();
    await as(people.checker).saveTenantSettings({ body: { rowVersion, clawbackReport: 'True' } });
    const { pageData: rows } = await as(people.maker).reportClawbackByFund();
    const names = ['distributed', 'fromEscrow', 'clawedBack', 'clawedBackInAll', 'stillPaid', 'escrowBalance'] as const;
    expect(figuresOf(rows, 'E001', ...names)).toEqual(['400.00', '36.00', '64.00', '100.00', '300.00', '0.00']);
  });
});

describe('evidence', () => {
  const findings = () =>
    inTenant(async (tx) =>
      (await verifyTenant(tx, firm.server.auditKey)).findings.map(({ location, description: subject, was, is }) => [
        location.join(' / '),
        subject,
        was,
        is,
      ]),
    );

  it('recomputes every ledger run and compares its entries both ways', async () => {
    expect(await findings()).toEqual([]);
  });

  it('reports an amount that was changed in the database', async () => {
    const client = new pg.Client({ connectionString: firm.server.database.url });
    await client.connect();
    await client.query(`UPDATE escrow_entry SET amount = amount + 1 WHERE tenant_id = $1 AND kind = 'APPLIED'`, [
      firm.tenantId,
    ]);
    await client.end();
    expect(JSON.stringify(await findings())).toContain('amount of the escrow entry');
  });
});
