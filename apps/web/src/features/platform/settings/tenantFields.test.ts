import { describe, expect, it } from 'vitest';
import { checkTenant, tenantFieldsFor } from './tenantFields.ts';

describe('the firm settings', () => {
  /** Excludes the name of the firm, which only the operator can change. */
  const readable = (grants: Parameters<typeof tenantFieldsFor>[0]) =>
    Object.entries(tenantFieldsFor(grants)).flatMap(([name, { readOnly, help }]) =>
      readOnly && name !== 'name' ? [[name, help]] : [],
    );

  it('are all editable for an administrator of carry, performance and compensation', () => {
    expect(readable({ carry: 'administrator', performance: 'administrator', comp: 'administrator' })).toEqual([]);
  });

  it('show the carry switches read-only to administrators of another module, with the reason', () => {
    const reason = 'Only administrators of Carry can change this.';
    expect(readable({ carry: 'editor', performance: 'administrator', comp: 'administrator' })).toEqual([
      ['baseCurrency', reason],
      ['shareBasedAllocations', reason],
      ['investorBalanceDistributions', reason],
      ['allowSelfApproval', reason],
      ['adjustmentThreshold', reason],
      ['clawbackReport', reason],
      ['portalForecasts', reason],
      ['portalEstimates', reason],
      ['portalCarryAtNav', reason],
      ['portalPercentages', reason],
      ['portalPay', reason],
    ]);
  });

  it('are grouped, and each switch describes its effect', () => {
    const fields = Object.entries(tenantFieldsFor({ carry: 'administrator' }));
    expect(fields.filter(([, { group }]) => group === undefined).map(([name]) => name)).toEqual([]);
    const switches = fields.filter(([name]) => name.startsWith('portal'));
    expect(switches.length).toBeGreaterThan(4);
    for (const [name, { title, help }] of switches) expect(`${title} ${help ?? ''}`, name).toMatch(/participant/i);
  });

  it('are refused in sentences that name the field', () => {
    const wrong = checkTenant({
      biEmbedUrl: 'ftp://x',
      payrollTolerance: 'much',
      adjustmentThreshold: '0.00',
      logoHeight: 3,
      logoWidth: 100,
      stepUpMinutes: 1,
      passwordLength: 14,
      idleHours: 8,
      sessionDays: 7,
      breadcrumbsColor: 'red',
    });
    expect(Object.values(wrong).filter((text) => text !== undefined)).toEqual([
      'BI report must be an address that begins with https://',
      'Payroll tolerance must be an amount such as 1.00',
      'Logo height must be between 10 and 400',
      'Ask again after must be between 5 and 720',
      'Breadcrumbs must be a color such as #12aaff',
    ]);
  });
});
