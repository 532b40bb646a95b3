-- Nothing ever made a transfer or an adjustment: an account is moved by accruals, payments, clawbacks and what it was opened with.
ALTER TABLE account_entry DROP CONSTRAINT account_entry_kind_check;
ALTER TABLE account_entry ADD CONSTRAINT account_entry_kind_check
  CHECK (kind IN ('ACCRUAL', 'DISTRIBUTION', 'CLAWBACK', 'OPENING', 'OPENING_DISTRIBUTED'));

-- A vintage is in the currency of its fund, as everything else that the fund holds.
CREATE OR REPLACE VIEW source_facts WITH (security_invoker = true) AS
SELECT c.tenant_id, c.id, c.kind, c.code, c.name,
  coalesce(f.id, fi.fund_id, tfi.fund_id, v.fund_id) AS fund_id,
  coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id) AS coinvestment_id,
  coalesce(fi.investment_id, ci.investment_id, t.investment_id) AS investment_id,
  coalesce(fi.vintage_id, ci.vintage_id, tfi.vintage_id, tci.vintage_id, v.id) AS vintage_id,
  coalesce(fi.id, ci.id, t.fund_investment_id, t.coinvestment_investment_id) AS part_id,
  -- The part that a tranche belongs to.
  coalesce(t.fund_investment_id, t.coinvestment_investment_id) AS part_of_tranche_id,
  t.investment_date AS tranche_date, t.tranche_number, t.assigned_allocation_profile_id,
  -- Of who holds it, else of the fund beside which that is. Read only where it is asked for.
  coalesce(
    (SELECT h.currency_id FROM coinvestment h WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id)),
    (SELECT h.currency_id FROM fund h WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(f.id, fi.fund_id, tfi.fund_id, v.fund_id)),
    (SELECT o.currency_id FROM coinvestment h JOIN fund o ON o.tenant_id = h.tenant_id AND o.id = h.fund_id
      WHERE h.tenant_id = c.tenant_id AND h.id = coalesce(co.id, ci.coinvestment_id, tci.coinvestment_id))) AS currency_id
FROM container c
LEFT JOIN fund f ON f.tenant_id = c.tenant_id AND f.id = c.id
LEFT JOIN coinvestment co ON co.tenant_id = c.tenant_id AND co.id = c.id
LEFT JOIN vintage v ON v.tenant_id = c.tenant_id AND v.id = c.id
LEFT JOIN fund_investment fi ON fi.tenant_id = c.tenant_id AND fi.id = c.id
LEFT JOIN coinvestment_investment ci ON ci.tenant_id = c.tenant_id AND ci.id = c.id
LEFT JOIN tranche t ON t.tenant_id = c.tenant_id AND t.id = c.id
LEFT JOIN fund_investment tfi ON tfi.tenant_id = t.tenant_id AND tfi.id = t.fund_investment_id
LEFT JOIN coinvestment_investment tci ON tci.tenant_id = t.tenant_id AND tci.id = t.coinvestment_investment_id;
