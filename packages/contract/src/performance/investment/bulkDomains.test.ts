import { expect, it } from 'vitest';
import { bulkDomains } from './bulkDomains.ts';

const domains = Object.values(bulkDomains);

it('names the domains of bulk edit and the sections of a company as in the specification [M-T-007 M-T-009 M-T-010 M-T-012 M-T-013 M-T-015]', () => {
  expect(domains.map(({ title }) => title)).toEqual(['PM Portfolio Metrics', 'Investments', 'Funds', 'Investors']);
  expect(bulkDomains.portfolios.sections.map(({ title }) => title)).toEqual([
    'Company General',
    'Current Valuation',
    'Deal',
    'Investment Metrics',
    'Current Investment',
    'Geographic Information',
  ]);
});

it('names the subject of a save, and of the reason if it fails [M-T-035 M-T-037 M-T-038 M-T-055 M-T-056 M-T-057]', () => {
  expect(domains.map(({ saved }) => saved)).toEqual([
    'portfolio data updated',
    'Investments data updated',
    'Funds data updated',
    'Investors data updated',
  ]);
  expect(domains.map(({ failed }) => failed)).toEqual([
    'Error saving metrics: ',
    'Error saving Investment data: ',
    'Error saving Fund data: ',
    'Error saving Investor data: ',
  ]);
});
