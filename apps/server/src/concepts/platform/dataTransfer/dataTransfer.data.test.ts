import { beforeAll, describe, expect, it } from 'vitest';
import { openLinkedFirms, type Side } from '../../../testing/linkedFirms.ts';
import { type AnswerOf, type BodyOf, refusal, responseStatus } from '../../../testing/testClient.ts';

type Head = AnswerOf<'submitDataTransfer'>;

const end = '2026-06-30';

describe('the transfer of a locked quarter to the tenant of its investor', () => {
  const firms = openLinkedFirms();
  const { as, firm, endowment, stranger, reference, findingsOf, tamper } = firms;
  let manager: string;
  let investor: string;
  let unlinked: string;
  let fund: string;
  let first: Head;
  let period: { rowVersion: number };

  const refused = async (call: Promise<unknown>) => {
    const { status, errors } = await refusal(call);
    return [status, errors[0]?.code];
  };
  /** Returns the person's newest notifications about links and transfers. */
  const inbox = async (side: Side, person = side.person) =>
    (await as(person, side.id).listInbox()).filter(({ kind }) => kind === 'transfer');
  const submit = (investorId = investor, endDate = end) =>
    as(firm.person).submitDataTransfer({ body: { investorId, endDate } });
  const lock = async () => {
    period = await as(firm.person).lockPeriod({
      params: { vehicleId: fund, endDate: end },
      body: { rowVersion: period.rowVersion },
    });
  };
  const funds = async () => (await as(endowment.person).listVehicles()).pageData;
  const ownInvestor = async () => {
    const list = await as(endowment.person).listInvestors();
    const { id, rowVersion, code, type } = await as(endowment.person).getInvestor({
      params: { id: list.pageData[0]!.id },
    });
    return { id, rowVersion, code, type };
  };
  const anotherFirm = async () => (await as(firm.person).saveFirm({ body: { code: 'OWN', name: 'Ridge itself' } })).id;
  const enter = (type: BodyOf<'saveLedgerEntries'>['entries'][number]['type'], amount: string, effectiveDate: string) =>
    as(firm.person).saveLedgerEntries({
      body: { vehicleId: fund, entries: [{ type, amount, effectiveDate }] },
    });
  const link = async (investors: readonly string[]) => {
    const linkRequest = await as(firm.person).requestTenantLink({
      body: {
        targetTenantId: endowment.id,
        targetTenantName: 'Lakeside Endowment',
        investors: investors.map((id) => ({ id })),
      },
    });
    await as(endowment.person).acceptTenantLinkRequest({
      body: { id: linkRequest.id, firm: { id: manager } },
    });
  };

  beforeAll(async () => {
    const currency = await reference('currency', 'EUR');
    const type = await reference('investor-type', 'INVESTOR');
    fund = (await as(firm.person).saveVehicle({ body: { code: 'F1', name: 'Fund I', currency } })).id;
    investor = (await as(firm.person).saveInvestor({ body: { code: 'LAKE', name: 'Lakeside', type } })).id;
    unlinked = (await as(firm.person).saveInvestor({ body: { code: 'OTHER', name: 'Other', type } })).id;
    for (const [investorId, amount] of [
      [investor, '600.00'],
      [unlinked, '400.00'],
    ] as const) {
      await as(firm.person).saveCommitment({
        body: {
          vehicleId: fund,
          investorId,
          kind: 'CLOSE',
          date: '2026-04-01',
          amount,
        },
      });
    }
    await enter('CALL-INV', '100.00', '2026-05-01');
    // A fund of the same investor without the quarter.
    const other = (await as(firm.person).saveVehicle({ body: { code: 'F2', name: 'Fund II', currency } })).id;
    await as(firm.person).saveCommitment({
      body: {
        vehicleId: other,
        investorId: investor,
        kind: 'CLOSE',
        date: '2026-01-15',
        amount: '50.00',
      },
    });
    // One that is over, so it has no such quarter either.
    const over = (await as(firm.person).saveVehicle({ body: { code: 'F3', name: 'Fund III', currency } })).id;
    for (const [kind, date, amount] of [
      ['CLOSE', '2020-01-15', '50.00'],
      ['RELEASE', '2020-05-15', '50.00'],
    ] as const) {
      await as(firm.person).saveCommitment({
        body: { vehicleId: over, investorId: investor, kind, date, amount },
      });
    }
    period = await as(firm.person).getPeriod({ params: { vehicleId: fund, endDate: end } });
    manager = (await as(endowment.person).saveFirm({ body: { code: 'RP', name: 'Ridge' } })).id;
  });

  it('needs an accepted link and a locked quarter [A-T-090] [A-P-167]', async () => {
    expect(await refused(as(firm.person).submitDataTransfer({ body: { investorId: investor, endDate: end } }))).toEqual(
      [422, 'NOT_LINKED'],
    );
    await link([investor]);
    expect(
      await refused(as(firm.person).submitDataTransfer({ body: { investorId: investor, endDate: '2025-12-31' } })),
    ).toEqual([422, 'NOTHING_TO_TRANSFER']);
    expect(await refused(as(firm.person).submitDataTransfer({ body: { investorId: investor, endDate: end } }))).toEqual(
      [422, 'PERIOD_OPEN'],
    );
    expect(await refused(as(firm.person).submitDataTransfer({ body: { investorId: unlinked, endDate: end } }))).toEqual(
      [422, 'NOT_LINKED'],
    );
    await lock();
    first = await submit();
    expect(first).toMatchObject({ transferStatus: { code: 'PEND' }, isOurs: true, periodEndDate: end, endDate: end });
    expect(first).toMatchObject({ missingFunds: ['Fund II'] });
    expect(await refused(as(firm.person).submitDataTransfer({ body: { investorId: investor, endDate: end } }))).toEqual(
      [422, 'ALREADY_TRANSFERRED'],
    );
    // Only people who may accept the transfer are notified.
    expect(await inbox(endowment)).toContainEqual(
      expect.objectContaining({
        subject: expect.stringMatching(/ sent the figures of Lakeside as of 06\/30\/2026\. Accept or decline them\.$/),
        link: `/performance/datamanagement/tenantlinkdatatransfer/${first.id}`,
      }),
    );
    expect(await inbox(stranger)).toEqual([]);
  });

  it('waits for a decision with the locked figures, and the investor is marked [A-T-085..088] [U-P-034] [U-P-040] [M-P-028]', async () => {
    expect(await as(endowment.person).getDataTransferTabData()).toEqual({ pending: 1, resolved: 0 });
    const pending = await as(endowment.person).listPendingDataTransfers();
    expect(pending.map(({ id }) => id)).toEqual([first.id]);
    expect(await as(firm.person).getInvestor({ params: { id: investor } })).toMatchObject({
      dataTransferDates: [{ periodEndDate: end, status: { code: 'PEND', description: 'Pending' } }],
    });
    const displayed = await as(endowment.person).getDataTransfer({ params: { id: first.id } });
    expect(displayed).toMatchObject({ isIntact: true, previousId: null, changes: [], missingFunds: ['Fund II'] });
    const sent = await as(endowment.person).getTransferredAccounts({ params: { id: first.id } });
    const own = await as(firm.person).getCapitalAccount({
      params: { endDate: end, investorId: investor, fundId: fund },
    });
    expect(sent).toEqual([own]);
    const stolen = await refusal(as(stranger.person).getTransferredAccounts({ params: { id: first.id } }));
    expect(stolen.status).toBe(404);
    expect(displayed.funds).toEqual([
      expect.objectContaining({
        name: 'Fund I',
        version: 1,
        numberOfEntries: 1,
        commitment: '600.00',
        contributions: '60.00',
        unfunded: '540.00',
      }),
    ]);
  });

  it('can only be accepted by its recipient, and is hidden from other tenants [A-T-089] [A-T-091] [U-T-053] [U-T-054]', async () => {
    const answer = { id: first.id, rowVersion: first.rowVersion };
    expect(await refused(as(firm.person).acceptDataTransfer({ body: answer }))).toEqual([422, 'OWN_REQUEST']);
    expect(await refused(as(stranger.person).acceptDataTransfer({ body: answer }))).toEqual([404, 'NOT_FOUND']);
    expect((await refusal(as(stranger.person).getDataTransfer({ params: { id: first.id } }))).status).toBe(404);
    expect(JSON.stringify(await as(stranger.person).listDataTransfers())).not.toContain(first.id);
    // Changes use POST, although the specification has a GET.
    const response = await firms.server.call(endowment.person.token, endowment.id, {
      method: 'GET',
      url: '/api/performance/data-transfer/decline',
    });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
    const viewer = await firms.server.person(endowment.id, { performance: 'viewer' });
    expect((await refusal(as(viewer, endowment.id).acceptDataTransfer({ body: answer }))).status).toBe(403);
    const visible = (tenantId: string) =>
      firms.server.withTenant(
        { tenantId, personId: null, now: firms.server.now.toISOString() },
        async (tx) => (await tx.query('SELECT FROM data_transfer')).length,
      );
    // A transfer can't be sent to a tenant at neither end of its link.
    const smuggled = firms.server.withTenant(
      { tenantId: firm.id, personId: null, now: firms.server.now.toISOString() },
      (tx) =>
        tx.query(
          `INSERT INTO data_transfer (tenant_id, id, target_id, link_id, investor_id, investor_name, period_end, package, package_hash)
         SELECT tenant_id, gen_random_uuid(), $1, link_id, investor_id, investor_name, period_end, package, package_hash FROM data_transfer`,
          [stranger.id],
        ),
    );
    await expect(smuggled).rejects.toThrow(/row-level security/);
    expect([await visible(firm.id), await visible(endowment.id), await visible(stranger.id)]).toEqual([1, 1, 0]);
    const accept = () => responseStatus(as(endowment.person).acceptDataTransfer({ body: answer }));
    expect(new Set(await Promise.all([accept(), accept()]))).toEqual(new Set([200, 409]));
    expect(await as(endowment.person).getDataTransferTabData()).toEqual({ pending: 0, resolved: 1 });
    expect((await inbox(firm)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/ accepted the figures of Lakeside as of 06\/30\/2026\.$/),
    );
    expect(await inbox(endowment, viewer)).toEqual([]);
  });

  it('creates the fund, commitment, cash and reported figures of the LP tenant once', async () => {
    const [own, ...others] = await funds();
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      fundName: 'Fund I',
      firm: { name: 'Ridge' },
      commitment: '600.00',
      contributions: '60.00',
      unfunded: '540.00',
      nav: '60.00',
      tvpi: '1',
    });
    const [commitment] = await as(endowment.person).listCommitments({ query: { vehicleId: own!.id } });
    expect(commitment).toMatchObject({ investor: { name: 'Lakeside' }, amount: '600.00', unfunded: '540.00' });
    const { pageData } = await as(endowment.person).listLedgerEntries({ query: { vehicleId: own!.id } });
    expect(pageData).toMatchObject([
      { type: 'CALL-INV', amount: '60.00', source: { kind: 'TRANSFER', id: first.id, row: 0 } },
    ]);
    const reported = await as(endowment.person).listReported({ query: { vehicleId: own!.id } });
    expect(Object.fromEntries(reported.map(({ figure, value }) => [figure, value]))).toMatchObject({
      nav: '60',
      contributions: '60',
      unfunded: '540',
      tvpi: '1',
    });
    // The transfer appears in nobody else's books.
    expect(await as(stranger.person).listVehicles()).toMatchObject({ pageData: [] });
  });

  it('is sent again with the changes if the quarter was restated, and undone in reverse order', async () => {
    period = await as(firm.person).reopenPeriod({
      params: { vehicleId: fund, endDate: end },
      body: {
        rowVersion: period.rowVersion,
        reason: 'A call was left out',
      },
    });
    await enter('CALL-INV', '50.00', '2026-06-01');
    await lock();
    const second = await submit();
    const displayed = await as(endowment.person).getDataTransfer({ params: { id: second.id } });
    expect(displayed.previousId).toBe(first.id);
    expect(displayed.changes).toContainEqual(
      expect.objectContaining({ item: 'contributions', before: '60.00', after: '90.00' }),
    );
    expect(displayed.changes).toContainEqual(
      expect.objectContaining({ item: 'CALL-INV 2026-06-01', before: null, after: '30.00' }),
    );
    const [before] = await funds();
    await as(endowment.person).acceptDataTransfer({ body: { id: second.id } });
    expect(await funds()).toMatchObject([{ id: before!.id, contributions: '90.00', unfunded: '510.00', nav: '90.00' }]);
    const why = { comments: 'Taken over too soon' };
    expect(await refused(as(endowment.person).undoDataTransfer({ body: { id: first.id, ...why } }))).toEqual([
      422,
      'BUILT_UPON',
    ]);
    expect(await refused(as(endowment.person).undoDataTransfer({ body: { id: second.id } }))).toEqual([
      422,
      'COMMENT_REQUIRED',
    ]);
    // The audit can still compute a version locked with the transfer after it is undone.
    const { pageData } = await as(endowment.person).listVehicles();
    const { rowVersion } = await as(endowment.person).getPeriod({
      params: { vehicleId: pageData[0]!.fundId, endDate: end },
    });
    const locked = await as(endowment.person).lockPeriod({
      params: { vehicleId: pageData[0]!.fundId, endDate: end },
      body: {
        rowVersion,
        acknowledged: ['T11', 'T12'],
      },
    });
    await as(endowment.person).reopenPeriod({
      params: { vehicleId: pageData[0]!.fundId, endDate: end },
      body: { rowVersion: locked.rowVersion, reason: 'Locked too soon' },
    });
    expect(await as(endowment.person).undoDataTransfer({ body: { id: second.id, ...why } })).toMatchObject({
      transferStatus: { code: 'UNDO' },
    });
    expect(await funds()).toEqual([before]);
    expect(await findingsOf(endowment.id)).toEqual([]);
    const tables = ['ledger_entry', 'commitment_event', 'reported_figure', 'transfer_origin'];
    const seqs = await firms.server.withTenant(
      { tenantId: stranger.id, personId: null, now: firms.server.now.toISOString() },
      (tx) => Promise.all(tables.map(async (table) => (await tx.query(`SELECT FROM ${table}`)).length)),
    );
    expect(seqs).toEqual([0, 0, 0, 0]);
    firms.server.passMinutes(31 * 24 * 60);
    for (const side of [firm, endowment, stranger])
      side.person = { ...side.person, token: await firms.server.signIn(side.person.login) };
    expect(await refused(as(endowment.person).undoDataTransfer({ body: { id: first.id, ...why } }))).toEqual([
      422,
      'UNDO_TOO_LATE',
    ]);
  });

  it('lets the LP tenant edit everything else, and asks about its own changes [G-P-020]', async () => {
    const own = (await funds())[0]!;
    const editor = await firms.server.person(endowment.id, { 'performance-lp': 'editor' });
    const edit = async (call: Promise<unknown>) => {
      const status = await responseStatus(call);
      return [status, status === 200 ? null : (await refusal(call)).errors[0]?.code];
    };
    const { id: entry } = (
      await as(endowment.person).listLedgerEntries({
        query: { vehicleId: own.id, sortColumn: 'EffectiveDate' },
      })
    ).pageData[0]!;
    const reported = await as(endowment.person).listReported({ query: { vehicleId: own.id } });
    const nav = reported.find(({ figure, counts }) => figure === 'nav' && counts)!;
    expect(await edit(as(editor).reverseLedgerEntry({ params: { id: entry }, body: { reason: 'Not ours' } }))).toEqual([
      422,
      'TRANSFERRED',
    ]);
    expect(await edit(as(editor).reverseReported({ params: { id: nav.id }, body: { reason: 'No' } }))).toEqual([
      422,
      'TRANSFERRED',
    ]);
    const report = { periodEndDate: end, nav: '99.00' };
    expect(await edit(as(editor).saveFundPeriod({ body: { fundId: own.id, periodReportingData: report } }))).toEqual([
      422,
      'TRANSFERRED',
    ]);
    const vehicle = await as(endowment.person).getVehicle({ params: { id: own.id } });
    const { code, currency, firm: rowFirm, rowVersion } = vehicle;
    const renamed = { id: own.id, rowVersion, code, currency, firm: rowFirm, name: 'Our Fund One' };
    expect(await edit(as(editor).saveVehicle({ body: renamed }))).toEqual([200, null]);
    expect(await edit(as(editor).saveInvestor({ body: { ...(await ownInvestor()), name: 'Lake' } }))).toEqual([
      200,
      null,
    ]);

    const again = await submit();
    const displayed = await as(endowment.person).getDataTransfer({ params: { id: again.id } });
    expect(displayed.funds[0]).toMatchObject({
      vehicle: { id: own.id, name: 'Our Fund One' },
      conflicts: [{ field: 'name', title: 'The name', mine: 'Our Fund One', theirs: 'Fund I' }],
    });
    expect(displayed.funds[0]?.choices).toEqual([]);
    expect(await refused(as(endowment.person).acceptDataTransfer({ body: { id: again.id } }))).toEqual([
      409,
      'CHANGED_HERE',
    ]);
    const choice = (choice: 'MINE' | 'THEIRS') =>
      ({ resolutions: [{ fundId: displayed.funds[0]!.id, field: 'name', choice }] }) as const;
    await as(endowment.person).acceptDataTransfer({ body: { id: again.id, ...choice('MINE') } });
    expect(await funds()).toMatchObject([{ fundName: 'Our Fund One', contributions: '90.00' }]);
    // The page of a completed transfer displays the choices. The other firm can't see them.
    const decidedOf = async (firmSide: typeof endowment) =>
      (await as(firmSide.person).getDataTransfer({ params: { id: again.id } })).funds[0]!.choices;
    const { earlierChoice, ...difference } = displayed.funds[0]!.conflicts[0]!;
    expect(earlierChoice).toBeNull();
    expect(await decidedOf(endowment)).toEqual([{ ...difference, choice: 'MINE' }]);
    expect(await decidedOf(firm)).toEqual([]);
    await as(endowment.person).undoDataTransfer({
      body: { id: again.id, comments: 'Theirs, after all' },
    });
    const once = await submit();
    await as(endowment.person).acceptDataTransfer({ body: { id: once.id, ...choice('THEIRS') } });
    expect(await funds()).toMatchObject([{ fundName: 'Fund I', contributions: '90.00' }]);
    await as(endowment.person).undoDataTransfer({ body: { id: once.id, comments: 'Ours, after all' } });
    expect(await funds()).toMatchObject([{ fundName: 'Our Fund One', contributions: '60.00' }]);
  });

  it('includes the locked statements and the released documents with their bytes, and removes them when it is undone [A-T-091]', async () => {
    type Doc = AnswerOf<'uploadDocument'>;
    // Documents of a fund are visible in carry.
    const both = await firms.server.person(firm.id, { carry: 'administrator', performance: 'administrator' });
    const paper = (name: string) => Buffer.from(`%PDF-1.4 ${name}`);
    const upload = (relatedObject: string, objectType: 'fund' | 'investor', name: string) =>
      as(both).uploadDocument({
        params: { relatedObject },
        query: { objectType },
        file: new File([paper(name)], name, { type: 'application/pdf' }),
      });
    const release = ({ id, rowVersion }: Pick<Doc, 'id' | 'rowVersion'>, person = both) =>
      as(person).releaseDocument({ body: { id, rowVersion, isReleased: true } });
    const documents = async (recordId: string) =>
      (await as(endowment.person).listDocuments({ params: { id: recordId } })).pageData;
    const namesOf = async (recordId: string) => (await documents(recordId)).map(({ name }) => name).sort();

    const letter = await upload(investor, 'investor', 'Side letter.pdf');
    const report = await upload(fund, 'fund', 'Annual report.pdf');
    await upload(fund, 'fund', 'Internal memo.pdf');
    const page = { objectId: fund, objectType: 'fund', name: 'Data room', url: 'https://example.test/room' } as const;
    const external = (body: BodyOf<'saveExternalDocument'>) => as(both).saveExternalDocument({ body });
    const room = await external(page);
    const viewer = await firms.server.person(firm.id, { performance: 'viewer' });
    expect((await refusal(release(letter, viewer))).status).toBe(403);
    const ofFirm = { ...page, objectId: await anotherFirm(), objectType: 'firm' } as const;
    const astray = await refusal(release(await external(ofFirm)));
    expect([astray.status, astray.errors[0]?.code]).toEqual([409, 'CONDITION_NOT_MET']);
    for (const doc of [letter, report, room]) await release(doc);

    const sent = await submit();
    const displayed = await as(endowment.person).getDataTransfer({ params: { id: sent.id } });
    expect([displayed.documents, displayed.funds[0]!.documents]).toEqual([
      ['Side letter.pdf'],
      ['Annual report.pdf', 'Data room'],
    ]);
    const choice = { resolutions: [{ fundId: displayed.funds[0]!.id, field: 'name', choice: 'MINE' }] } as const;
    await as(endowment.person).acceptDataTransfer({ body: { id: sent.id, ...choice } });
    const { id: lake } = await ownInvestor();
    const printed = (version: number) =>
      ['capital account', 'portfolio summary'].map((title) => `Fund I ${title} ${end} version ${String(version)}.pdf`);
    const [before, statements] = [printed(1), printed(2)];
    const brought = [
      'Fund I Annual report.pdf',
      'Fund I Data room',
      ...before,
      ...statements,
      'Side letter.pdf',
    ].sort();
    expect(await namesOf(String(lake))).toEqual(brought);
    const received = (await documents(String(lake))).filter(({ name }) => !before.includes(name));
    expect(new Set(received.map(({ transferId }) => transferId))).toEqual(new Set([sent.id]));
    const download = ({ person }: Side, id: string) => as(person).downloadDocument({ params: { id } });
    const bytesOf = async (name: string) => {
      const { id } = received.find((document) => document.name === name)!;
      expect((await refusal(download(stranger, id))).status).toBe(404);
      return Buffer.from((await download(endowment, id)).bytes);
    };
    expect(await bytesOf('Fund I Annual report.pdf')).toEqual(paper('Annual report.pdf'));
    for (const name of statements) expect((await bytesOf(name)).subarray(0, 5).toString()).toBe('%PDF-');

    // Existing documents aren't transferred again. A document that the sender has deleted can't be.
    const late = await upload(investor, 'investor', 'Tax form.pdf');
    const { rowVersion } = await release(late);
    const next = await submit();
    await as(endowment.person).acceptDataTransfer({ body: { id: next.id } });
    expect(await namesOf(String(lake))).toEqual([...brought, 'Tax form.pdf']);
    await as(endowment.person).undoDataTransfer({ body: { id: next.id, comments: 'One by one' } });
    expect(await namesOf(String(lake))).toEqual(brought);
    const response = await submit();
    await as(firm.person).deleteDocument({
      params: { id: late.id },
      query: { rowVersion: String(rowVersion) },
    });
    const accepted = as(endowment.person).acceptDataTransfer({ body: { id: response.id } });
    expect((await refusal(accepted)).message).toBe(
      'The sender no longer has this document: Tax form.pdf. Ask the sender to send the transfer again.',
    );
    await as(endowment.person).declineDataTransfer({ body: { id: response.id } });
    await as(endowment.person).undoDataTransfer({ body: { id: sent.id, comments: 'All of it' } });
    expect(await namesOf(String(lake))).toEqual(before);
    expect((await refusal(download(endowment, received[0]!.id))).status).toBe(404);
    // Both audit logs are intact.
    for (const { id } of [firm, endowment]) expect(await findingsOf(id)).toEqual([]);
  });

  it('fails if a byte of it was changed, or if its link was removed [M-P-064]', async () => {
    const third = await submit();
    await tamper(`UPDATE data_transfer SET package = set_byte(package, 40, get_byte(package, 40) # 1) WHERE id = $1`, [
      third.id,
    ]);
    expect(await as(endowment.person).getDataTransfer({ params: { id: third.id } })).toMatchObject({
      isIntact: false,
      funds: [],
    });
    expect(await as(endowment.person).acceptDataTransfer({ body: { id: third.id } })).toMatchObject({
      transferStatus: { code: 'FAIL' },
      answer: 'The package isn’t the one that was sent. Ask for it to be sent again.',
    });
    const fourth = await submit();
    await as(endowment.person).removeTenantLinkRequest({ params: { investorId: manager } });
    expect(await as(firm.person).getDataTransfer({ params: { id: fourth.id } })).toMatchObject({
      transferStatus: { code: 'FAIL' },
      answer: 'The link was removed.',
    });
    expect((await inbox(firm)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^The transfer of the figures of Lakeside as of 06\/30\/2026 from .* failed\.$/),
    );
    const late = await refusal(as(endowment.person).acceptDataTransfer({ body: { id: fourth.id } }));
    expect([late.status, late.message]).toEqual([
      409,
      expect.stringContaining('Data transfer of Lakeside for 06/30/2026 failed: The link was removed.'),
    ]);
    expect(await as(firm.person).getInvestor({ params: { id: investor } })).toMatchObject({
      dataTransferDates: [{ status: { code: 'FAIL' }, reason: 'The link was removed.' }],
    });
  });
});
