import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { decimal, zero } from '@carrara/domain/kernel';
import { describe, expect, it } from 'vitest';
import { entry, type LedgerFund, listedFigures, openLedgerFirm } from '../../../testing/ledgerFirm.ts';
import { referenceOnce } from '../../../testing/plantedVehicle.ts';
import { type AnswerOf, type BodyOf, refusal, refusalCodes } from '../../../testing/testClient.ts';

type CommitmentEvent = BodyOf<'saveCommitment'>;

const firm = openLedgerFirm();
const { as, enter, figuresAt, periodAt, plant } = firm;

describe('the commitments of a vehicle', () => {
  it('reverses a change of a commitment once', async () => {
    const oar = await plant('OAR');
    await enter(oar, entry('CALL-INV', '900.00', '2020-02-01'));
    const before = (await periodAt(oar, '2020-03-31')).figures;
    const more = {
      vehicleId: oar.fund,
      investorId: oar.investors.a,
      kind: 'INCREASE',
      date: '2020-02-01',
      amount: '50.00',
    } as const;
    const { id } = await as(firm.editor).saveCommitment({ body: { ...more, warningsConfirmed: true } });
    expect((await periodAt(oar, '2020-03-31')).figures).not.toEqual(before);
    await as(firm.editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'Entered twice' } });
    expect((await periodAt(oar, '2020-03-31')).figures).toEqual(before);
    const [commitment] = (await as(firm.editor).listCommitments({ query: { vehicleId: oar.fund } })).filter(
      ({ investor }) => investor.id === oar.investors.a,
    );
    const reversal = commitment!.events.find(({ reversesId }) => reversesId === id)!;
    expect(
      await refusalCodes(as(firm.editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'Again' } })),
    ).toEqual([422, 'ALREADY_REVERSED ']);
    expect(
      await refusalCodes(
        as(firm.editor).reverseCommitmentEvent({ params: { id: reversal.id }, body: { reason: 'Again' } }),
      ),
    ).toEqual([422, 'REVERSAL_FIXED ']);
    // A commitment can't be reversed below the amounts called.
    const close = commitment!.events.find(({ kind }) => kind === 'CLOSE')!;
    expect(
      await refusalCodes(
        as(firm.editor).reverseCommitmentEvent({ params: { id: close.id }, body: { reason: 'Wrong' } }),
      ),
    ).toEqual([422, 'UNFUNDED_BELOW_ZERO Amount']);
  });

  it('reverses a change only after later acts, and asks if later entries were divided by it', async () => {
    const yew = await plant('YEW');
    const vehicleId = yew.fund;
    const { id } = await as(firm.editor).saveCommitment({
      body: { vehicleId, investorId: yew.investors.a, kind: 'INCREASE', date: '2020-02-01', amount: '50.00' },
    });
    await enter(yew, entry('CALL-INV', '90.00', '2020-03-01'));
    const act = await as(firm.editor).saveLedgerAct({
      body: { vehicleId, kind: 'CALL', date: '2020-03-15', amounts: { investments: '10.00' } },
    });
    const reverse = (more: object = {}) =>
      as(firm.editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'Wrong investor', ...more } });
    expect((await refusal(reverse({ warningsConfirmed: true }))).errors).toMatchObject([
      {
        code: 'USED_LATER',
        message:
          'This record is in use and can’t be reversed. Later postings were computed from this one. Reverse the capital call of 03/15/2020 first.',
      },
    ]);
    await as(firm.editor).reverseLedgerAct({ params: { id: act.id }, body: { reason: 'Wrong date' } });
    expect((await refusal(reverse())).errors).toMatchObject([
      {
        code: 'WARNINGS_NOT_CONFIRMED',
        message:
          '1 entry dated 03/01/2020 was divided by the shares with this change: 1 × Capital call: investments, 90.00. ' +
          'It stays as entered. To divide it by the new shares, reverse it and enter it again after this reversal. ' +
          'Confirm it to reverse the change.',
      },
    ]);
    expect(await reverse({ warningsConfirmed: true })).toMatchObject({ isLate: false });
  });

  it('changes in the future only if that is confirmed', async () => {
    const elm = await plant('ELM');
    const date = `${String(firm.server.now.getUTCFullYear() + 1)}-02-01`;
    const change = { investorId: elm.investors.a, kind: 'INCREASE', date, amount: '50.00' } as const;
    const single = { vehicleId: elm.fund, ...change };
    const several = { vehicleId: elm.fund, commitments: [change] };
    expect(await refusalCodes(as(firm.editor).saveCommitment({ body: single }))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED Date',
    ]);
    expect(await refusalCodes(as(firm.editor).saveCommitments({ body: several }))).toEqual([
      422,
      'WARNINGS_NOT_CONFIRMED Commitments[0].Date',
    ]);
    await as(firm.editor).saveCommitment({ body: { ...single, warningsConfirmed: true } });
    await as(firm.editor).saveCommitments({ body: { ...several, warningsConfirmed: true } });
  });

  it('says that a transfer out leaves the accrued carry with the seller, until entries move it', async () => {
    const yew = await plant('CARRYLEFT');
    await enter(yew, entry('CALL-INV', '100.00', '2020-02-01'), entry('CARRY-ACCRUED', '90.00', '2020-03-31'));
    const transfer = {
      vehicleId: yew.fund,
      investorId: yew.investors.a,
      kind: 'TRANSFER_OUT',
      date: '2020-05-15',
      amount: '300.00',
    } as const;
    const expected = {
      accrued: '60.00',
      passing: '30.00',
      message: expect.stringContaining('of (30.00) for the seller'),
    };
    expect(await as(firm.editor).previewTransfer({ query: transfer })).toEqual({
      splitBefore: null,
      unmovedCarry: expected,
    });
    const { amount: _, ...unknown } = transfer;
    expect((await as(firm.editor).previewTransfer({ query: unknown })).unmovedCarry).toBeNull();
    expect((await as(firm.editor).saveCommitment({ body: transfer })).unmovedCarry).toEqual(expected);
    const listed = async () =>
      (await as(firm.editor).listCommitments({ query: { vehicleId: yew.fund } })).flatMap(({ events }) =>
        events.flatMap(({ unmovedCarry }) => unmovedCarry ?? []),
      );
    expect(await listed()).toEqual([expected]);
    const [seller] = (await as(firm.editor).listCommitments({ query: { vehicleId: yew.fund } })).filter(
      ({ investor }) => investor.id === yew.investors.a,
    );
    const shares = [{ commitmentId: seller!.id, amount: '-30.00' }];
    await enter(yew, entry('CARRY-ACCRUED', '-30.00', '2020-05-15', { allocationKey: 'ONE', shares }));
    expect(await listed()).toEqual([]);
  });

  it('marks the returns of buyer and seller of a commitment as partial until the transfer is reversed [M9]', async () => {
    const fir = await plant('MOV');
    await enter(fir, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '50.00', '2020-05-01'));
    const moved = (kind: CommitmentEvent['kind'], key: keyof LedgerFund['investors']) =>
      as(firm.editor).saveCommitment({
        body: {
          vehicleId: fir.fund,
          investorId: fir.investors[key],
          kind,
          date: '2020-04-15',
          amount: '30.00',
        },
      });
    const [out, into] = [await moved('TRANSFER_OUT', 'a'), await moved('TRANSFER_IN', 'b')];
    // The call of 05/01/2020 stays split by the earlier shares. The preview, the response and the stored change report it.
    const split =
      '1 entry dated 05/01/2020 is already divided by the shares from before this transfer: 1 × Capital call: investments, 50.00. ';
    const previewed = (date: string) =>
      as(firm.editor)
        .previewTransfer({ query: { vehicleId: fir.fund, investorId: fir.investors.a, kind: 'TRANSFER_OUT', date } })
        .then((found) => found.splitBefore?.message);
    expect(await previewed('2020-04-15')).toContain(`${split}It stays as entered`);
    expect(await previewed('2020-04-15')).toContain('Otherwise date the transfer 05/02/2020 or later.');
    expect(await previewed('2020-05-02')).toBeUndefined();
    expect([out, into].map((saved) => saved.splitBefore?.message)).toEqual([
      expect.stringContaining(split),
      expect.stringContaining(split),
    ]);
    const stays = async () =>
      (await as(firm.editor).listCommitments({ query: { vehicleId: fir.fund } })).flatMap(({ events }) =>
        events.flatMap(({ splitBefore }) => splitBefore?.message ?? []),
      );
    expect(await stays()).toEqual([expect.stringContaining(split), expect.stringContaining(split)]);
    const { a, b, gp } = fir.investors;
    const marked = (rows: readonly { readonly investorId: string; readonly irrPartial: boolean }[]) =>
      [a, b, gp].map((id) => rows.find(({ investorId }) => investorId === id)?.irrPartial);
    const ofFund = async (endDate: string) =>
      marked((await as(firm.editor).listFundInvestors({ params: { id: fir.fund, endDate } })).pageData);
    expect(await ofFund('2020-03-31')).toEqual([false, false, false]);
    expect(await ofFund('2020-06-30')).toEqual([true, true, false]);
    const { pageData } = await as(firm.editor).listInvestorFigures({
      query: { type: 'ALL', endDate: '2020-06-30', pageSize: 200 },
    });
    expect(marked(pageData)).toEqual([true, true, false]);

    const report = await as(firm.editor).reportInvestorIrrs({ query: { endDate: '2020-06-30', fundId: fir.fund } });
    expect(
      report.pageData
        .filter(({ irrPartial }) => irrPartial)
        .map(({ investor }) => (investor as { id: string }).id)
        .sort(),
    ).toEqual([a, b].sort());
    const [onlyFund] = await as(firm.editor).listInvestorFundsByPeriod({ params: { id: a, date: '2020-06-30' } });
    expect(onlyFund?.irrPartial).toBe(true);
    const { byCurrency } = await as(firm.editor).getInvestorProfile({
      params: { id: a },
      query: { endDate: '2020-06-30' },
    });
    expect(byCurrency.map(({ irrPartial }) => irrPartial)).toEqual([true]);
    for (const { id } of [into, out])
      await as(firm.editor).reverseCommitmentEvent({ params: { id }, body: { reason: 'It fell through' } });
    expect(await ofFund('2020-06-30')).toEqual([false, false, false]);
    expect(await stays()).toEqual([]);
  });

  it('lists the buyer of a commitment from the quarter of the transfer on', async () => {
    const params = { id: (await as(firm.administrator).saveFirm({ body: { code: 'BUY-F', name: 'BUY firm' } })).id };
    const elm = await plant('BUY', firm.tenantId, firm.editor, undefined, { firm: params });
    await enter(elm, entry('CALL-INV', '100.00', '2020-02-01'), entry('CALL-INV', '50.00', '2020-05-01'));
    const type = { id: await referenceOnce(firm.server, firm.tenantId, 'investor-type', 'INVESTOR') };
    const { id: buyer } = await as(firm.editor).saveInvestor({ body: { code: 'BUY-C', name: 'Buyer', type } });
    const moved = (kind: CommitmentEvent['kind'], investorId: string) =>
      as(firm.editor).saveCommitment({
        body: { vehicleId: elm.fund, investorId, kind, date: '2020-04-15', amount: '30.00' },
      });
    await moved('TRANSFER_OUT', elm.investors.a);
    await moved('TRANSFER_IN', buyer);
    const listed = async (endDate: string) =>
      (await as(firm.editor).listFundInvestors({ params: { id: elm.fund, endDate } })).pageData.map(
        ({ investorName }) => investorName,
      );
    const sellers = ['BUY GP', 'BUY LP-A', 'BUY LP-B'];
    expect(await listed('2020-03-31')).toEqual(sellers);
    expect(await listed('2020-06-30')).toEqual([...sellers, 'Buyer']);
    const listedByFirm = async (endDate: string) =>
      (await as(firm.editor).listFirmInvestorsAt({ params: { ...params, endDate } })).pageData.map(
        ({ investorName }) => investorName,
      );
    expect(await listedByFirm('2020-03-31')).toEqual(sellers);
    expect(await listedByFirm('2020-06-30')).toEqual([...sellers, 'Buyer']);
  });

  it('doesn’t list a partner who sold the whole commitment before the first call', async () => {
    const yew = await plant('SOL');
    for (const [kind, investorId] of [
      ['TRANSFER_OUT', yew.investors.b],
      ['TRANSFER_IN', yew.investors.a],
    ] as const)
      await as(firm.editor).saveCommitment({
        body: { vehicleId: yew.fund, investorId, kind, date: '2020-02-15', amount: '300.00' },
      });
    await enter(yew, entry('CALL-INV', '100.00', '2020-03-01'));
    const { pageData } = await as(firm.editor).listFundInvestors({ params: { id: yew.fund, endDate: '2020-03-31' } });
    expect(pageData.map(({ investorName }) => investorName)).toEqual(['SOL GP', 'SOL LP-A']);
  });

  it('pools the figures of an investor over vehicles of one currency', async () => {
    const first = await plant('FIR');
    const second = await plant('FIG', firm.tenantId, firm.editor, first);
    const [fund] = [first.fund];
    await enter(first, entry('CALL-INV', '100.00', '2020-01-10'), entry('DIST-GAIN', '50.00', '2021-03-31'));
    await enter(second, entry('CALL-INV', '200.00', '2020-01-10'), entry('INC-OTHER', '80.00', '2021-03-31'));
    const pooled = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    const own = await Promise.all([first, second].map((planted) => figuresAt(planted, '2021-03-31', 'COMMITMENT')));
    expect(own.map((all) => all.find(({ name }) => name === 'FIR LP-A')?.nav)).toEqual(['30.00', '168.00']);
    expect([pooled.commitment, pooled.contributions, pooled.distributions, pooled.nav]).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '198.00',
    ]);
    // Its explanation names the fund of each entry. That of one fund doesn't.
    type Node = Pick<AnswerOf<'explainPerformance'>, 'entries' | 'children'>;
    const entriesIn = ({ entries = [], children }: Node): (string | null)[] => [
      ...(entries ?? []).map(({ fund: name }) => name),
      ...children.flatMap(entriesIn),
    ];
    const explainedFor = (subject: string) =>
      as(firm.editor).explainPerformance({ query: { subject, figure: 'contributions', date: '2021-03-31' } });
    expect(new Set(entriesIn(await explainedFor(first.investors.a)))).toEqual(new Set(['FIG Fund', 'FIR Fund']));
    expect(entriesIn(await explainedFor(first.fund))).toEqual([null]);
    const file = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/performance/explanation/pdf?subject=${first.investors.a}&figure=contributions&date=2021-03-31`,
    });
    expect([file.statusCode, pdfTexts(file.rawPayload).flat()]).toEqual([
      200,
      expect.arrayContaining(['FIG Fund', 'FIR Fund']),
    ]);
    // A later write to the other vehicle updates the same investor.
    await enter(first, entry('FEE', '9.00', '2021-03-31'));
    const later = (await figuresAt(second, '2021-03-31', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([fund === second.fund, later.nav]).toEqual([false, '192.00']);
    // In a quarter for which the other vehicle has no figures, all figures are of this vehicle alone.
    await enter(first, entry('FEE', '1.00', '2021-06-30'));
    const behind = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([behind.contributions, behind.nav, behind.tvpi]).toEqual(['60.00', '23.33', '0.888833333333']);
    const funds = await as(firm.editor).listInvestorFundsByPeriod({
      params: { id: first.investors.a, date: '2021-06-30' },
    });
    const displayed = [second, first].map(({ fund: id }) => funds.find(({ fundId }) => fundId === id)!);
    expect(displayed.map(({ contributions, nav }) => [contributions, nav])).toEqual([
      [null, null],
      ['60.00', '23.33'],
    ]);
    // No figure of a late fund counts, as in the list of funds.
    expect(displayed[0]!.notDetermined.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['commitment', 'nav']),
    );
    expect(displayed[0]!.notDetermined[0]!.message).toBe(
      'Nothing is booked for the quarter to 06/30/2021; the last figures are of 03/31/2021.',
    );
    // The profile marks the late fund, and its total names it.
    expect(displayed.map(({ excluded }) => excluded)).toEqual([{ reason: '', lastDate: '2021-03-31' }, null]);
    // Its row covers only the funds with figures, and says so. Late funds can be carried forward instead.
    const rowOf = async (carriesForward: 'true' | 'false') => {
      const query = { type: 'ALL', endDate: '2021-06-30', pageSize: 200, carriesForward } as const;
      const { pageData } = await as(firm.editor).listInvestorFigures({ query });
      const row = pageData.find(({ investorId }) => investorId === first.investors.a)!;
      return [row.commitment, row.contributions, row.distributions, row.nav, row.tvpi, row.dpi, row.coverage];
    };
    const covered = ['600.00', '60.00', '30.00', '23.33', '0.888833333333', '0.5'];
    expect(await rowOf('false')).toEqual([...covered, '1 of 2 funds; excludes FIG, reported through 03/31/2021']);
    expect(await rowOf('true')).toEqual([
      '1200.00',
      '180.00',
      '30.00',
      '191.33',
      '1.22961111111',
      '0.166666666667',
      '2 of 2 funds; includes FIG at its value on 03/31/2021',
    ]);
    const profile = await as(firm.editor).getInvestorProfile({
      params: { id: first.investors.a },
      query: { endDate: '2021-06-30' },
    });
    expect(profile.byCurrency).toMatchObject([
      {
        contributions: '60.00',
        distributions: '30.00',
        nav: '23.33',
        coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
        fundsCovered: listedFigures.map((field) => ({
          field,
          included: 1,
          total: 2,
          excluded: [{ id: second.fund, name: 'FIG', reason: '', lastDate: '2021-03-31' }],
          carried: [],
        })),
      },
    ]);
    const { rawPayload } = await firm.server.call(firm.editor.token, firm.tenantId, {
      method: 'GET',
      url: `/api/document/pm-InvestorProfile/report?id=${first.investors.a}&endDate=2021-06-30`,
    });
    const printed = pdfTexts(rawPayload).flat().join('').replaceAll(/\s/g, '');
    expect(printed).toContain('FIGFund.Notinthetotal:reportedthrough03/31/2021');
    expect(printed).toContain('Total:1of2funds;excludesFIG,reportedthrough03/31/2021EUR600.0060.0030.00540.0023.33');
    // The totals, the chart and the explanations are of the same figures, and name the late fund. Investors without a
    // late fund add no part.
    const third = await plant('FIQ');
    await enter(third, entry('CALL-INV', '10.00', '2021-05-10'));
    const { totals } = await as(firm.editor).listInvestorFigures({
      query: { type: 'ALL', endDate: '2021-06-30', pageSize: '200' },
    });
    const late = { id: second.fund, name: 'FIG', reason: '', lastDate: '2021-03-31' };
    for (const { coverage } of totals!) expect(coverage?.partly).toEqual([late]);
    // The charts above the list add up the same commitments, with the same coverage.
    for (const carriesForward of ['false', 'true'] as const) {
      const query = { endDate: '2021-06-30', carriesForward };
      const list = await as(firm.editor).listInvestorFigures({ query: { type: 'ALL', pageSize: '200', ...query } });
      const total = list.totals!.find(({ field }) => field === 'commitment')!;
      const slices = await as(firm.editor).chartInvestors({ query });
      expect(slices.coverage).toEqual([{ currency: 'EUR', coverage: total.coverage }]);
      for (const parts of [slices.commitmentsByInvestor, slices.commitmentsByType])
        expect(parts.reduce((sum, { value }) => sum.plus(decimal(value)), zero).toFixed(2)).toBe(total.total);
    }
    const chart = await as(firm.editor).chartInvestor({ params: { id: first.investors.a } });
    expect(chart.at(-1)).toMatchObject({
      quarter: '2021-06-30',
      contributions: '60.00',
      nav: '23.33',
      coverage: '1 of 2 funds; excludes FIG, reported through 03/31/2021',
    });
    const explained = await as(firm.editor).explainPerformance({
      query: { subject: first.investors.a, figure: 'tvpi', date: '2021-06-30' },
    });
    expect(explained.result).toBe('0.888833333333');
    expect(explained.note).toMatch(/^1 of 2 funds; excludes FIG.*, reported through 03\/31\/2021\./);
    // A vehicle that is ahead doesn't leave the others behind: the default is the latest quarter that both have.
    const dates = async () =>
      (await as(firm.editor).listReportingDatesOfInvestor({ params: { id: first.investors.a } }))
        .slice(0, 2)
        .map(({ endDate, isWhole }) => [endDate, isWhole]);
    expect(await dates()).toEqual([
      ['2021-06-30', false],
      ['2021-03-31', true],
    ]);
    // The other vehicle is fully distributed, so it counts as zero.
    await enter(second, entry('DIST-ROC', '280.00', '2021-03-31'));
    const whole = (await figuresAt(first, '2021-06-30', 'INVESTOR')).find(({ id }) => id === first.investors.a)!;
    expect([whole.distributions, whole.nav]).toEqual(['198.00', '23.33']);
    expect((await dates())[0]).toEqual(['2021-06-30', true]);
  });

  it('keeps the figures of a shared investor complete when two vehicles are written to concurrently', async () => {
    const vehicle = await plant('PAL');
    const two = await plant('PAM', firm.tenantId, firm.editor, vehicle);
    const posts = Array.from({ length: 6 }, (_, i) =>
      enter(i % 2 === 0 ? vehicle : two, entry('CALL-INV', `${String(10 + i)}.00`, '2020-02-01')),
    );
    await Promise.all(posts);
    const [investors, ...own] = await Promise.all([
      figuresAt(two, '2020-03-31', 'INVESTOR'),
      figuresAt(vehicle, '2020-03-31', 'COMMITMENT'),
      figuresAt(two, '2020-03-31', 'COMMITMENT'),
    ]);
    for (const { name, contributions, nav } of investors) {
      const parts = own.map((all) => Number(all.find((figures) => figures.name === name)?.contributions));
      expect([name, Number(contributions), Number(nav)]).toEqual([name, parts[0]! + parts[1]!, parts[0]! + parts[1]!]);
    }
    expect(investors.map(({ contributions }) => contributions)).toEqual(['7.50', '45.00', '22.50']);
  });

  it('refuses a commitment that makes a vehicle its own investor [FEEDER_CYCLE]', async () => {
    const sea = await plant('SEA');
    const bay = await plant('SEB');
    const type = { id: await referenceOnce(firm.server, firm.tenantId, 'investor-type', 'SPV') };
    const createVehicle = (code: string, is: LedgerFund) =>
      as(firm.administrator).saveInvestor({ body: { code, name: code, type, vehicle: { id: is.fund } } });
    const commit = (to: LedgerFund, investorId: string) =>
      ({
        vehicleId: to.fund,
        investorId,
        kind: 'CLOSE',
        date: '2020-01-01',
        amount: '10.00',
      }) as const;
    const feeder = await createVehicle('SEA-FEED', sea);
    expect(await refusalCodes(as(firm.editor).saveCommitment({ body: commit(sea, feeder.id) }))).toEqual([
      422,
      'FEEDER_CYCLE InvestorId',
    ]);
    await as(firm.editor).saveCommitment({ body: commit(bay, feeder.id) });
    const back = await createVehicle('SEB-FEED', bay);
    expect(await refusalCodes(as(firm.editor).saveCommitment({ body: commit(sea, back.id) }))).toEqual([
      422,
      'FEEDER_CYCLE InvestorId',
    ]);
    // Turning an existing investor into the vehicle is refused as well.
    const plain = await as(firm.administrator).saveInvestor({ body: { code: 'SEC', name: 'SEC', type } });
    await as(firm.administrator).saveInvestor({
      body: { id: back.id, rowVersion: back.rowVersion, code: 'SEB-FEED', name: 'SEB-FEED', type, vehicle: null },
    });
    await as(firm.editor).saveCommitment({ body: commit(sea, plain.id) });
    expect(
      await refusalCodes(
        as(firm.administrator).saveInvestor({
          body: {
            id: plain.id,
            rowVersion: plain.rowVersion,
            code: 'SEC',
            name: 'SEC',
            type,
            vehicle: { id: bay.fund },
          },
        }),
      ),
    ).toEqual([422, 'FEEDER_CYCLE Vehicle']);
  });
});
