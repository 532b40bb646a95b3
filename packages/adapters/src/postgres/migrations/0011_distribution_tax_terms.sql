-- A run of 50 sources and 500 participants has 75,000 tax rows that repeat a handful of terms: the profile, the kind of income, its rate and the
-- part of the gross that it takes. The terms are kept once for each source, with real references, and a detail row keeps only which of them apply
-- and what each takes. Checking two references for each of so many rows took more time than everything else about storing a run.
CREATE TABLE distribution_tax_term (
  tenant_id   uuid NOT NULL,
  distribution_source_id uuid NOT NULL,
  position    integer NOT NULL,
  -- Null for a tax that was set by hand and has no profile to be split over.
  tax_profile_id uuid,
  tax_characterization_id uuid,
  name text NOT NULL CHECK (name <> '' AND length(name) <= 400),
  tax_rate    numeric(20,10),
  tax_allocation_percent numeric(20,10) NOT NULL,
  PRIMARY KEY (tenant_id, distribution_source_id, position),
  FOREIGN KEY (tenant_id, distribution_source_id) REFERENCES distribution_source ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, tax_profile_id) REFERENCES tax_profile,
  FOREIGN KEY (tenant_id, tax_characterization_id) REFERENCES reference_entry
);

-- Places of terms of the row's source, and the amounts in the same order; both or none.
ALTER TABLE distribution_detail
  ADD COLUMN tax_terms integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN tax_amounts numeric(38,2)[] NOT NULL DEFAULT '{}',
  ADD CHECK (cardinality(tax_terms) = cardinality(tax_amounts));

-- The owner of the tables sees no rows of a table that forces its policies on it.
ALTER TABLE distribution_source NO FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_detail NO FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_tax NO FORCE ROW LEVEL SECURITY;

INSERT INTO distribution_tax_term
  SELECT tenant_id, distribution_source_id,
    row_number() OVER (PARTITION BY tenant_id, distribution_source_id ORDER BY name, tax_allocation_percent) - 1,
    tax_profile_id, tax_characterization_id, name, tax_rate, tax_allocation_percent
  FROM (SELECT DISTINCT d.tenant_id, d.distribution_source_id, t.tax_profile_id, t.tax_characterization_id, t.name, t.tax_rate, t.tax_allocation_percent
        FROM distribution_tax t JOIN distribution_detail d ON d.tenant_id = t.tenant_id AND d.id = t.distribution_detail_id) AS kinds;

UPDATE distribution_detail d SET tax_terms = stored.terms, tax_amounts = stored.amounts
FROM (
  SELECT t.tenant_id, t.distribution_detail_id AS id,
    array_agg(k.position ORDER BY t.position) AS terms, array_agg(t.tax_allocation_amount ORDER BY t.position) AS amounts
  FROM distribution_tax t
  JOIN distribution_detail own ON own.tenant_id = t.tenant_id AND own.id = t.distribution_detail_id
  JOIN distribution_tax_term k ON k.tenant_id = t.tenant_id AND k.distribution_source_id = own.distribution_source_id AND k.name = t.name
    AND k.tax_allocation_percent = t.tax_allocation_percent AND k.tax_profile_id IS NOT DISTINCT FROM t.tax_profile_id
    AND k.tax_characterization_id IS NOT DISTINCT FROM t.tax_characterization_id AND k.tax_rate IS NOT DISTINCT FROM t.tax_rate
  GROUP BY t.tenant_id, t.distribution_detail_id
) AS stored
WHERE d.tenant_id = stored.tenant_id AND d.id = stored.id;

DROP TABLE distribution_tax;
ALTER TABLE distribution_source FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_detail FORCE ROW LEVEL SECURITY;
CALL protect_tenant_table('distribution_tax_term');
