import { pdfTexts } from '@carrara/adapters/pdf/testing/pdfTexts';
import { describe, expect, it } from 'vitest';
import { type AnswerOf, refusal } from '../../../testing/testClient.ts';
import { END, statusAndStart, openStatements } from '../../../testing/openStatements.ts';

type Portfolio = AnswerOf<'getPortfolioSummaryDetail'>;

const book = openStatements();
const { as, file, figures } = book;

describe('the portfolio summary', () => {
  const detail = (investorId?: string) =>
    as(book.editor).getPortfolioSummaryDetail({ params: { endDate: END }, query: { fundId: book.fund, investorId } });
  const section = (portfolio: Portfolio, name: string) =>
    portfolio.entries.find(({ humanizedSectionName }) => humanizedSectionName === name)!;

  it('has debt, equity and the total of the fund [A-P-029 M-P-033 M-P-034 M-P-035 U-P-032 T7]', async () => {
    const whole = await detail();
    const vehicle = (await figures())('VEHICLE');
    const { total } = section(whole, 'Total');
    expect([total.invested, total.fairValue, total.income, total.grossIrr]).toEqual([
      vehicle.invested,
      vehicle.fairValue,
      vehicle.income,
      vehicle.grossIrr,
    ]);
    const line = ({
      name,
      invested,
      fairValue,
      income,
    }: Portfolio['entries'][number]['portfolioSummaries'][number]) => [name, invested, fairValue, income];
    expect(section(whole, 'Debt').portfolioSummaries.map(line)).toEqual([['Senior loan', '110.00', '110.00', '7.01']]);
    expect(section(whole, 'Equity').portfolioSummaries.map(line)).toEqual([['Common', '300.00', '290.00', '0.00']]);
  });

  it('is divided among investing commitments to the cent [A-P-051 A-P-052 A-P-053]', async () => {
    const shares = await Promise.all(Object.values(book.investors).map((id) => detail(id)));
    const totals = shares.map((share) => section(share, 'Total').total);
    expect(totals.map(({ fairValue, income }) => [fairValue, income])).toEqual([
      ['240.00', '4.21'],
      ['120.00', '2.10'],
      ['40.00', '0.70'],
    ]);
    const all = await as(book.editor).listInvestorPortfolioSummaries({ params: { id: book.investors.a, date: END } });
    expect(all).toEqual([shares[0]]);
    const item = await as(book.editor).getInvestorPortfolioSummary({
      params: { id: book.investors.a, fundInvestmentId: book.holding, date: END },
    });
    expect([section(item, 'Total').total, section(item, 'Debt').loadedFundInvestment]).toEqual([
      totals[0],
      book.holding,
    ]);
    const found = await as(book.editor).listInvestorInvestments({ params: { id: book.investors.a, date: END } });
    expect(found.map(({ investment, fairValue }) => [investment.name, fairValue])).toEqual([['Steel', '240.00']]);
    expect(
      (
        await refusal(
          as(book.editor).getInvestorPortfolioSummary({
            params: { id: book.investors.a, fundInvestmentId: book.fund, date: END },
          }),
        )
      ).status,
    ).toBe(404);
  });

  it('has a row for each fund, and is exported [A-P-028 A-P-030 A-P-031 A-P-032 A-P-038]', async () => {
    const report = await as(book.editor).reportFundPortfolioSummaries({ params: { endDate: END } });
    expect(report.pageData.map(({ fund, fairValue }) => [(fund as { name: string }).name, fairValue])).toEqual([
      ['Oak Fund', '400.00'],
    ]);
    expect(await as(book.editor).listPfsFunds()).toHaveLength(1);
    expect(await as(book.editor).listPfsInvestors()).toHaveLength(3);
    expect(await as(book.editor).listPfsDates()).toEqual(await as(book.editor).listCasDates());
    const exported = `portfoliosummary/${END}/pfs-report/export?fundId=${book.fund}&investorId=${book.investors.b}`;
    expect(statusAndStart(await file(exported))).toEqual([200, 'PK']);
    const pdf = await file(`${exported}&format=application/pdf`);
    expect(pdfTexts(pdf.rawPayload).join(' ')).toContain('quarter open, not final');
    const unselected = as(book.editor).exportPortfolioSummary({ params: { endDate: END } });
    expect(await refusal(unselected)).toMatchObject({
      status: 422,
      errors: [{ message: expect.stringContaining('Please select a fund before exporting to Excel.') }],
    });
  });
});
