import { expect, it } from 'vitest';
import { reportAddress } from './reportAddress.ts';

const call = '/api/carry/reporting/v2/participant-distribution-by-year';

it.each([
  ['A-C-096', `${call}?selectedDate=2025-06-30`, `${call}?selectedDate=2025-06-30`],
  ['A-C-097', '/api/carry/reporting/participants?PageSize=5', '/api/carry/participant/participants?PageSize=5'],
  [
    'A-C-098',
    '/api/carry/reporting/report?report=participant-distribution-by-year&selectedDate=2025-06-30',
    `${call}?selectedDate=2025-06-30`,
  ],
  ['A-C-099', '/api/carry/reporting/participant-distribution-by-year?format=excel', `${call}?format=excel`],
  [
    'A-C-100',
    `${call}?Parameters=${encodeURIComponent('{"selectedDate":"2025-06-30","redactName":true}')}&format=excel`,
    `${call}?format=excel&selectedDate=2025-06-30&redactName=true`,
  ],
  [
    'A-C-101',
    '/api/carry/reporting/estimated-carried-interest?format=application/pdf&participantId=p&endDate=2025-06-30&aggregateToEmployee=true',
    '/api/carry/reporting/v2/estimated-accrued-carry?format=application%2Fpdf&participantId=p&selectedDate=2025-06-30&aggregateTrust=true',
  ],
  [
    'A-T-094',
    '/api/comp/reporting/report?report=compensation-summary&selectedDate=2025-12-31',
    '/api/comp/reporting/compensation-summary?selectedDate=2025-12-31',
  ],
  [
    'A-T-094',
    '/api/comp/reporting/report?report=payroll-actuals&selectedDate=2025-12-31&period=payPeriod',
    '/api/comp/reporting/payroll-actuals?period=payPeriod',
  ],
  [
    'A-T-096 M-T-067',
    '/api/comp/employee/payrollActuals/payPeriod?format=excel',
    '/api/comp/reporting/payroll-actuals?format=excel&period=payPeriod',
  ],
  ['A-T-100', '/api/comp/employee/employeeIndex?PageSize=5', '/api/comp/employee/directory?PageSize=5'],
])('routes every address of a report to its one call [%s]', (_, requested, answered) => {
  expect(reportAddress(requested)).toBe(answered);
});

it('leaves every other address unchanged', () => {
  for (const url of [
    '/',
    '/api/carry/fund?report=x',
    '/api/carry/reporting/v2/no-such-report?a=1',
    '/api/carry/reporting/report',
    '/api/reporting/fund',
    `${call}/more`,
  ])
    expect(reportAddress(url)).toBe(url);
});

it('leaves invalid parameters for the call to refuse', () => {
  expect(reportAddress(`${call}?Parameters=%7B`)).toBe(`${call}?Parameters=%7B`);
});
