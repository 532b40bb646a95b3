import { ok } from '@carrara/domain/kernel';
import { by, dayAfter, type Firm, type Happening } from './firm.ts';
import type { PortfolioFacts } from './portfolio.ts';

/** Enters news about each company on one date: when it was bought and, if applicable, sold. */
export const news = (firm: Firm, day: string, facts: PortfolioFacts): Happening =>
  by(firm, day, async (context) => {
    const { book, operations, plan } = firm;
    const { saveNewsItem } = operations.performanceInvestment;
    for (const { code, name, initialInvestmentDate } of plan.investments) {
      const own = facts.investments[code];
      if (!own || !initialInvestmentDate || initialInvestmentDate > day) continue;
      const { industry, city, sold = [] } = own;
      const items = [
        {
          publishedOn: dayAfter(initialInvestmentDate, 3),
          title: `Alder Ridge invests in ${name}`,
          text: `${name} of ${city} (${industry.toLowerCase()}) has a new partner for its next years of growth. Terms were not disclosed.`,
        },
        ...sold.map(([on, status]) => ({
          publishedOn: dayAfter(on, 2),
          title: `Alder Ridge sells ${status === 'Realized' ? 'its stake' : 'part of its stake'} in ${name}`,
          text: `The sale closed on schedule. ${name} keeps its management and its headquarters in ${city}.`,
        })),
      ];
      for (const item of items) {
        const body = {
          ...item,
          source: 'Press release, invented for the demo',
          investment: { id: book.id('investment', code) },
        };
        const saved = await saveNewsItem(context, { body });
        if (saved.isErr()) return saved;
      }
    }
    return ok(undefined);
  });
