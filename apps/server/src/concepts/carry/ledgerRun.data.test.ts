import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import type { Transaction } from '@carrara/adapters/postgres/engine/unitOfWork/transaction';
import { verifyTenant } from '@carrara/adapters/postgres/verify/verifyTenant';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEverything } from '../../testing/noteEverything.ts';
import { type PlantedPlan, plantCarryPlan } from '../../testing/plantCarryPlan.ts';
import { type TestPerson, TestServer } from '../../testing/testServer.ts';

interface Stored {
  readonly Id: string;
  readonly RowVersion: number;
}
interface Run extends Stored {
  readonly Status: { readonly Code: string };
  readonly Escrow: string;
  readonly Clawback: string;
  readonly Actions: readonly string[];
  readonly Warnings: readonly { readonly Message: string }[];
  readonly Cut: readonly { readonly At: number; readonly Text: string }[];
  readonly Lines: readonly {
    readonly Participant: { readonly Id: string };
    readonly Held: string | null;
    readonly Escrow: string;
    readonly Clawback: string;
  }[];
}

let server: TestServer;
let tenantId: string;
let plan: PlantedPlan;
let maker: TestPerson;
let checker: TestPerson;

const inTenant = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
  server.withTenant({ tenantId, personId: null, now: server.now.toISOString() }, work);

beforeAll(async () => {
  server = await TestServer.start();
  tenantId = await server.tenant();
  maker = await server.person(tenantId, { carry: 'editor' });
  checker = await server.person(tenantId, { carry: 'administrator' });
  plan = await inTenant(plantCarryPlan);
  await inTenant(noteEverything);
});
afterAll(() => server.stop());

const send = (person: TestPerson, path: string, payload?: object) =>
  server.call(person.token, tenantId, {
    method: payload ? 'POST' : 'GET',
    url: `/api/carry/${path}`,
    ...(payload ? { payload } : {}),
  });
async function post<T = Run>(person: TestPerson, path: string, payload: object): Promise<T> {
  const answer = await send(person, path, payload);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 800)}`).toBe(200);
  return answer.json<T>();
}
async function read<T>(path: string): Promise<T> {
  const answer = await send(maker, path);
  expect(answer.statusCode, `${path}: ${answer.body.slice(0, 800)}`).toBe(200);
  return answer.json<T>();
}
async function refusal(person: TestPerson, path: string, payload: object) {
  const answer = await send(person, path, payload);
  const { Errors = [] } = answer.json<{ Errors?: { Path: string; Code: string }[] }>();
  return [answer.statusCode, ...Errors.map(({ Path, Code }) => `${Code} ${Path}`)];
}

const line = (source: string, participant: string | null, amounts: object = {}) => ({
  Source: { Id: plan.idOf(source) },
  ...(participant === null ? {} : { Participant: { Id: plan.idOf(participant) } }),
  ...amounts,
});
const body = (type: string, day: string, lines: readonly object[], more: object = {}) => ({
  Name: `${type} ${day}`,
  Type: { Code: type },
  RunDate: day,
  Lines: lines,
  ...more,
});
const step = ({ RowVersion }: Stored, more: object = {}) => ({ RowVersion, ...more });

/** Takes a run from draft to the accounts: one person creates and submits it, another approves it. */
async function enter(type: string, day: string, lines: readonly object[]): Promise<Run> {
  const draft = await post(maker, 'ledger/save', body(type, day, lines));
  return carryOn(draft);
}
async function carryOn(draft: Stored): Promise<Run> {
  const submitted = await post(maker, `ledger/${draft.Id}/submit`, step(draft));
  const approved = await post(checker, `ledger/${draft.Id}/approve`, step(submitted));
  return post(maker, `ledger/${draft.Id}/post`, step(approved));
}

interface Balance {
  readonly ParticipantId: string;
  readonly Balance: string | null;
  readonly EscrowHeld: string;
}
async function balanceOf(participant: string, day: string) {
  const all = await read<Balance[]>(`coinvestment/${plan.idOf('CO-HEL')}/investor-balances?asOf=${day}`);
  const found = all.find(({ ParticipantId }) => ParticipantId === plan.idOf(participant));
  return found && [found.Balance, found.EscrowHeld];
}

it('a run carries notes and documents, which go with it', async () => {
  const { Id } = await post(
    maker,
    'ledger/save',
    body('OPENING', '2025-12-31', [line('CO-HEL', 'E001', { Accrued: '1.00' })]),
  );
  const add = (url: string, payload: object) => server.call(maker.token, tenantId, { method: 'POST', url, payload });
  const owner = { ObjectId: Id, ObjectType: 'ledgerRun' };
  expect((await add('/api/note', { ...owner, NoteText: 'From the old system.' })).statusCode).toBe(200);
  const link = { ...owner, Name: 'Statement', Url: 'https://old.example/statement' };
  expect((await add('/api/document/external', link)).statusCode).toBe(200);
  const gone = await server.call(maker.token, tenantId, { method: 'DELETE', url: `/api/carry/ledger/${Id}` });
  expect([gone.statusCode, gone.body]).toEqual([200, expect.stringContaining(Id)]);
  expect((await server.database.worker.query('SELECT FROM note UNION ALL SELECT FROM document')).rows).toEqual([]);
});

it('a run is not posted before its date', async () => {
  const draft = await post(
    maker,
    'ledger/save',
    body('OPENING', '2026-10-02', [line('CO-HEL', 'E001', { Accrued: '1.00' })]),
  );
  const submitted = await post(maker, `ledger/${draft.Id}/submit`, step(draft));
  expect(submitted.Warnings).toEqual([]);
  const approved = await post(checker, `ledger/${draft.Id}/approve`, step(submitted));
  expect(approved.Actions, 'it isn’t offered, and the page says why').not.toContain('postLedgerRun');
  expect(approved.Warnings.map(({ Message }) => Message)).toEqual([
    'This run is dated 10/02/2026. Post it on that day or later, or withdraw it and change the date.',
  ]);
  expect(await refusal(maker, `ledger/${draft.Id}/post`, step(approved))).toEqual([422, 'DATE_TOO_LATE ']);
  const withdrawn = await post(maker, `ledger/${draft.Id}/withdraw`, step(approved, { Comment: 'Too early' }));
  await server.call(maker.token, tenantId, { method: 'DELETE', url: `/api/carry/ledger/${withdrawn.Id}` });
});

describe('opening balances of a firm that starts in mid-life [G-C-055]', () => {
  it('are entered as entries of their own kind once somebody else has approved them', async () => {
    const draft = await post(
      maker,
      'ledger/save',
      body('OPENING', '2025-12-31', [
        line('CO-HEL', 'E001', { Accrued: '1000.00', Distributed: '400.00', Escrow: '40.00' }),
        line('CO-HEL', 'E002', { Accrued: '500.00', Distributed: '500.00', Escrow: '60.00' }),
      ]),
    );
    expect(await balanceOf('E001', '2026-01-31')).toBeUndefined();
    const submitted = await post(maker, `ledger/${draft.Id}/submit`, step(draft));
    expect(submitted.Actions).not.toContain('approveLedgerRun');
    expect(await refusal(maker, `ledger/${draft.Id}/approve`, step(submitted))).toEqual([422, 'OWN_RUN ']);
    const approved = await post(checker, `ledger/${draft.Id}/approve`, step(submitted));
    const posted = await post(maker, `ledger/${draft.Id}/post`, step(approved));
    expect(posted.Status.Code).toBe('POSTED');
    expect(await balanceOf('E001', '2025-12-30')).toBeUndefined();
    expect(await balanceOf('E001', '2025-12-31')).toEqual(['600.00', '40.00']);
    expect(await balanceOf('E002', '2025-12-31')).toEqual(['0.00', '60.00']);
    const { PageData } = await read<{ PageData: { Kind: string; Amount: string; LedgerRunId: string }[] }>(
      `participant/${plan.idOf('E001')}/accountEntries`,
    );
    expect(PageData.map(({ Kind, Amount, LedgerRunId }) => [Kind, Amount, LedgerRunId])).toEqual(
      expect.arrayContaining([
        ['Opening', '1000.00', draft.Id],
        ['Opening Distributed', '-400.00', draft.Id],
      ]),
    );
  });

  it('are refused where the account has begun, beside the field, and nothing is stored', async () => {
    const lines = [line('CO-HEL', 'E001', { Accrued: '1.00' })];
    expect(await refusal(maker, 'ledger/save', body('OPENING', '2026-01-01', lines))).toEqual([
      422,
      'ALREADY_OPENED Lines[0].Participant',
    ]);
    // An earlier date is before the account's other entries, but it is still a second opening.
    expect(await refusal(maker, 'ledger/save', body('OPENING', '2025-06-30', lines))).toEqual([
      422,
      'ALREADY_OPENED Lines[0].Participant',
    ]);
    const wrong = [
      line('CO-HEL', 'E003', { Accrued: '1.00', Escrow: '2.00' }),
      line('CO-HEL', 'E003', { Accrued: '1.00' }),
      line('CO-HEL', 'E004', {}),
    ];
    expect(await refusal(maker, 'ledger/save', body('OPENING', '2026-01-01', wrong))).toEqual([
      422,
      'PARTICIPANT_DUPLICATE Lines[1].Participant',
      'ESCROW_ABOVE_DISTRIBUTED Lines[0].Escrow',
      'AMOUNT_MISSING Lines[2].Accrued',
    ]);
  });
});

describe('escrow', () => {
  it('is released by what everybody holds, to the cent, and never more', async () => {
    const draft = await post(
      maker,
      'ledger/save',
      body('RELEASE', '2026-01-31', [line('CO-HEL', null, { Asked: '10.01' })]),
    );
    expect(draft.Lines.map(({ Held, Escrow }) => [Held, Escrow])).toEqual(
      expect.arrayContaining([
        ['40.00', '4.00'],
        ['60.00', '6.01'],
      ]),
    );
    await carryOn(draft);
    expect(await balanceOf('E001', '2026-01-30')).toEqual(['600.00', '40.00']);
    expect(await balanceOf('E001', '2026-01-31')).toEqual(['600.00', '36.00']);
    // A release dated earlier can't exceed the escrow on any later date.
    const more = await post(maker, 'ledger/generate', {
      Type: { Code: 'RELEASE' },
      RunDate: '2026-01-15',
      Lines: [line('CO-HEL', 'E001', { Asked: '39.00' })],
    });
    expect(more.Escrow).toBe('36.00');
    expect(more.Cut).toEqual([
      { At: 0, Text: '39.00 exceeds the escrow held from this date on. The whole balance, 36.00, is released.' },
    ]);
    expect(draft.Cut).toEqual([]);
  });

  it('tells each payee in a letter', async () => {
    const { PageData } = await read<{ PageData: Stored[] }>('ledger?Type=RELEASE');
    const release = PageData[0]!;
    const all = await send(maker, `ledger/${release.Id}/letter-package`);
    expect([all.statusCode, all.headers['content-type'], all.rawPayload.subarray(0, 4).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF',
    ]);
    const letter = await send(maker, `ledger/${release.Id}/letter/${plan.idOf('E001')}`);
    expect(letter.statusCode).toBe(200);
    const account = {
      HolderName: 'Holder',
      BankName: 'First Example Bank',
      BankCode: '021000021',
      AccountNumber: '0001234711',
      Reason: 'Signed payment instruction',
    };
    const { Id } = await post<Stored>(maker, `participant/${plan.idOf('E001')}/bank-account`, account);
    await post<Stored>(checker, `bank-account/${Id}/confirm`, {});
    const viewer = await server.person(tenantId, { carry: 'viewer' });
    const texts = async (reader: TestPerson) =>
      pdfTexts((await send(reader, `ledger/${release.Id}/letter/${plan.idOf('E001')}`)).rawPayload)
        .flat()
        .join('');
    expect(await texts(maker)).toContain('4711');
    // An account that was confirmed after the run was posted received nothing.
    server.passMinutes(1);
    const later = { ...account, AccountNumber: '0001236789' };
    const changed = await post<Stored>(maker, `participant/${plan.idOf('E001')}/bank-account`, later);
    await post<Stored>(checker, `bank-account/${changed.Id}/confirm`, {});
    expect(await texts(maker)).toContain('4711');
    expect(await texts(viewer)).toContain('payable to you');
    expect(await texts(viewer)).not.toContain('4711');
    expect((await send(maker, `ledger/${release.Id}/letter/${plan.idOf('E003')}`)).statusCode).toBe(404);
    const opening = (await read<{ PageData: Stored[] }>('ledger?Type=OPENING')).PageData[0]!;
    expect((await send(maker, `ledger/${opening.Id}/letter-package`)).statusCode).toBe(409);
  });

  it('is not released twice: what was computed from accounts that have changed is refused when it is posted', async () => {
    const lines = [line('CO-HEL', 'E002')];
    const [first, other] = [
      await post(maker, 'ledger/save', body('RELEASE', '2026-02-28', lines, { Name: 'One' })),
      await post(maker, 'ledger/save', body('RELEASE', '2026-02-28', lines, { Name: 'Other' })),
    ];
    const submitted = await post(maker, `ledger/${other.Id}/submit`, step(other));
    const approved = await post(checker, `ledger/${other.Id}/approve`, step(submitted));
    await carryOn(first);
    expect(await balanceOf('E002', '2026-02-28')).toEqual(['0.00', '0.00']);
    expect((await refusal(maker, `ledger/${other.Id}/post`, step(approved)))[0]).toBe(422);
    const withdrawn = await post(maker, `ledger/${other.Id}/withdraw`, step(approved, { Comment: 'Paid already' }));
    const gone = await server.call(maker.token, tenantId, {
      method: 'DELETE',
      url: `/api/carry/ledger/${other.Id}?RowVersion=${withdrawn.RowVersion}`,
    });
    expect(gone.statusCode, gone.body).toBe(200);
  });

  it('keeps what it came from: an opening is not undone while escrow of it is released', async () => {
    const { PageData } = await read<{ PageData: (Stored & { Name: string })[] }>('ledger?Type=OPENING');
    const opening = PageData.find(({ Name }) => Name === 'OPENING 2025-12-31')!;
    const mirror = await post(maker, `ledger/${opening.Id}/reverse`, step(opening, { RunDate: '2026-03-01' }));
    const answer = await send(maker, `ledger/${mirror.Id}/submit`, step(mirror));
    expect([answer.statusCode, answer.body]).toEqual([422, expect.stringContaining('TAKEN_SINCE')]);
    expect(answer.body).toMatch(
      /Since then, escrow has been released or applied to a clawback .*\. Reverse ledger runs? [^:]*One.* first\./,
    );
    await server.call(maker.token, tenantId, { method: 'DELETE', url: `/api/carry/ledger/${mirror.Id}` });
  });

  it('is held again when its release is reversed', async () => {
    const { PageData } = await read<{ PageData: (Stored & { Name: string })[] }>('ledger?Type=RELEASE');
    const found = PageData.find(({ Name }) => Name === 'One')!;
    const early = { RunDate: '2026-02-27', Name: null, Description: null };
    expect(await refusal(maker, `ledger/${found.Id}/reverse`, step(found, early))).toEqual([
      422,
      'REVERSED_BEFORE RunDate',
    ]);
    const mirror = await post(maker, `ledger/${found.Id}/reverse`, step(found, { ...early, RunDate: '2026-03-01' }));
    expect(mirror.Escrow).toBe('-53.99');
    await carryOn(mirror);
    expect(await balanceOf('E002', '2026-02-28')).toEqual(['0.00', '0.00']);
    expect(await balanceOf('E002', '2026-03-01')).toEqual(['0.00', '53.99']);
    expect((await read<Run>(`ledger/${found.Id}`)).Status.Code).toBe('REVERSED');
    expect(
      await refusal(maker, `ledger/${found.Id}/reverse`, step(found, { ...early, RunDate: '2026-03-01' })),
    ).toEqual([409, 'WRONG_STATE Status']);
  });
});

describe('a clawback [U-C-042]', () => {
  const summary = () =>
    read<{ Clawback: string | null; EscrowHeld: string; CarryBalance: string }>(`empv2/${plan.idOf('E001')}`);

  it('is not determined while none was posted, and taken first from the escrow that is held, then from the account', async () => {
    expect((await summary()).Clawback).toBeNull();
    expect(
      await refusal(
        maker,
        'ledger/save',
        body('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { Asked: '400.01' })]),
      ),
    ).toEqual([422, 'CLAWBACK_ABOVE_PAID Lines[0].Asked']);
    const posted = await enter('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { Asked: '100.00' })]);
    expect([posted.Escrow, posted.Clawback]).toEqual(['36.00', '64.00']);
    expect(await summary()).toMatchObject({ Clawback: '100.00', EscrowHeld: '0.00', CarryBalance: '536.00' });
    // Escrow consists of the amount withheld, less releases and clawbacks.
    const parts = await read<Record<'EscrowWithheld' | 'EscrowReleased' | 'EscrowApplied', string>>(
      `empv2/${plan.idOf('E001')}`,
    );
    expect(parts.EscrowApplied).toBe('36.00');
    expect(Number(parts.EscrowWithheld) - Number(parts.EscrowReleased)).toBe(36);
    expect(
      await refusal(
        maker,
        'ledger/save',
        body('CLAWBACK', '2026-04-30', [line('CO-HEL', 'E001', { Asked: '300.01' })]),
      ),
    ).toEqual([422, 'CLAWBACK_ABOVE_PAID Lines[0].Asked']);
  });
});

describe('why a figure of a run is what it is', () => {
  interface Why {
    readonly Name: string;
    readonly Result: string;
    readonly Text: string;
    readonly Inputs: readonly { readonly Name: string; readonly Value: string | null }[];
    readonly Children: readonly Why[];
  }
  const runOf = async (type: string, name?: string) => {
    const { PageData } = await read<{ PageData: (Run & { Name: string })[] }>(`ledger?Type=${type}`);
    return read<Run>(`ledger/${(PageData.find(({ Name }) => !name || Name === name) ?? PageData[0]!).Id}`);
  };
  const why = (run: Stored, query: string) => read<Why>(`ledger/${run.Id}/explanation?${query}`);
  const inputs = ({ Inputs }: Why) => Object.fromEntries(Inputs.map(({ Name, Value }) => [Name, Value]));

  it('is told of every amount that is shown, and of every sum', async () => {
    for (const type of ['OPENING', 'RELEASE', 'CLAWBACK']) {
      const run = await runOf(type);
      const figures = ['held', 'escrow', 'clawback', 'accrued', 'distributed'] as const;
      for (const figure of figures)
        for (const [row, runLine] of run.Lines.entries()) {
          const displayed = (runLine as unknown as Record<string, string | null>)[
            figure[0]!.toUpperCase() + figure.slice(1)
          ];
          if (displayed && Number(displayed) !== 0)
            expect((await why(run, `figure=${figure}&row=${String(row)}`)).Result, `${type} ${figure}`).toBe(displayed);
        }
      expect((await why(run, 'figure=escrow')).Result).toBe(run.Escrow);
    }
  });

  it('goes down to what is held, what was asked and what was paid, by names', async () => {
    const run = await runOf('CLAWBACK');
    const rest = await why(run, `figure=clawback&row=${String(run.Lines.findIndex(({ Held }) => Held === null))}`);
    expect(inputs(rest)).toEqual({ fromAccount: '64.00', paid: '400.00', paidInAll: '400.00' });
    expect(rest.Name).toMatch(/^Part from the account · .+ · .+/);
    expect(inputs(rest.Children[0]!)).toEqual({ asked: '100.00', fromEscrow: '36.00' });
    expect(inputs(rest.Children[0]!.Children[0]!)).toEqual({ asked: '100.00', held: '36.00' });
  });

  it('of a reversal is that of what it undoes, turned; of nothing there is none', async () => {
    const mirror = await runOf('RELEASE', 'Reversal of One');
    const turned = await why(mirror, 'figure=escrow&row=0');
    expect([turned.Result, turned.Children[0]?.Result]).toEqual(['-53.99', '53.99']);
    const nothing = await send(maker, `ledger/${mirror.Id}/explanation?figure=clawback`);
    expect(nothing.statusCode).toBe(404);
  });
});

describe('reports', () => {
  interface Row {
    readonly Participant: { readonly Id: string };
    readonly [figure: string]: unknown;
  }
  const report = async (name: string, query = '') =>
    (await read<{ PageData: Row[] }>(`reporting/v2/${name}?${query}`)).PageData;
  const figures = (row: Row | undefined, ...names: readonly string[]) => names.map((name) => row?.[name]);
  const rowFor = (rows: readonly Row[], participant: string) =>
    rows.find(({ Participant }) => Participant.Id === plan.idOf(participant));

  it('accrued less distributed less clawed back is the balance of the ledger [A-C-101]', async () => {
    const rows = await report('estimated-accrued-carry', 'selectedDate=2026-04-30');
    const names = ['Accrued', 'OpeningDistributed', 'Distributed', 'ClawedBack', 'Balance', 'EscrowHeld'];
    expect(figures(rowFor(rows, 'E001'), ...names)).toEqual(['1000.00', '400.00', '0.00', '64.00', '536.00', '0.00']);
    expect(figures(rowFor(rows, 'E002'), ...names)).toEqual(['500.00', '500.00', '0.00', '0.00', '0.00', '53.99']);
    expect(await read(`empv2/${plan.idOf('E001')}?asOf=2026-04-30`)).toMatchObject({
      OpeningDistributed: '400.00',
      TotalCarryDistributed: '0.00',
    });
    const hidden = await report('estimated-accrued-carry', 'redactName=true');
    expect(JSON.stringify(hidden)).not.toContain(plan.idOf('E001'));
    const file = await send(
      maker,
      `reporting/v2/estimated-accrued-carry?participantId=${plan.idOf('E001')}&selectedDate=2026-04-30&format=application/pdf`,
    );
    expect([file.statusCode, file.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    const printedReport = await send(
      maker,
      `reporting/estimated-carried-interest?format=application/pdf&participantId=${plan.idOf('E001')}&endDate=2026-04-30&aggregateToEmployee=true`,
    );
    expect([printedReport.statusCode, printedReport.rawPayload.subarray(0, 4).toString()]).toEqual([200, '%PDF']);
    for (const { headers } of [file, printedReport])
      expect(headers['content-disposition']).toContain('Estimated accrued carry Participant E001');
  });

  it('opening, held, released and applied come to what is held at the end', async () => {
    const rows = await report('escrow-ledger', 'from=2026-02-01&selectedDate=2026-04-30');
    const names = ['Opening', 'Held', 'Released', 'Applied', 'Closing'];
    expect(figures(rowFor(rows, 'E001'), ...names)).toEqual(['36.00', '0.00', '0.00', '36.00', '0.00']);
    expect(figures(rowFor(rows, 'E002'), ...names)).toEqual(['53.99', '0.00', '0.00', '0.00', '53.99']);
  });

  it('of clawback is there where the firm has it [U-C-036, R-C-254]', async () => {
    expect((await send(maker, 'reporting/v2/clawback-by-fund')).statusCode).toBe(404);
    const { RowVersion } = (
      await server.call(checker.token, tenantId, { method: 'GET', url: '/api/tenant/settings' })
    ).json<Stored>();
    await server.call(checker.token, tenantId, {
      method: 'POST',
      url: '/api/tenant/settings',
      payload: { RowVersion, ClawbackReport: 'True' },
    });
    const rows = await report('clawback-by-fund');
    const names = ['Distributed', 'FromEscrow', 'ClawedBack', 'ClawedBackInAll', 'StillPaid', 'EscrowHeld'];
    expect(figures(rowFor(rows, 'E001'), ...names)).toEqual(['400.00', '36.00', '64.00', '100.00', '300.00', '0.00']);
  });
});

describe('evidence', () => {
  const findings = () =>
    inTenant(async (tx) =>
      (await verifyTenant(tx, server.auditKey)).findings.map(({ of: location, what: subject, was, is }) => [
        location.join(' / '),
        subject,
        was,
        is,
      ]),
    );

  it('every run of the ledger is computed again and its entries are compared both ways', async () => {
    expect(await findings()).toEqual([]);
  });

  it('names an amount that was changed in the database', async () => {
    const client = new pg.Client({ connectionString: server.database.url });
    await client.connect();
    await client.query(`UPDATE escrow_entry SET amount = amount + 1 WHERE tenant_id = $1 AND kind = 'APPLIED'`, [
      tenantId,
    ]);
    await client.end();
    expect(JSON.stringify(await findings())).toContain('amount of the escrow entry');
  });
});
