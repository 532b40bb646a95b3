-- Tax rows are written by the ten thousands. They are named by their detail row and place in it, and belong to a distribution through that
-- row: an identifier of their own, a second way to the distribution and two more indexes only cost time.
ALTER TABLE distribution_tax DROP COLUMN distribution_id, DROP COLUMN id;
ALTER TABLE distribution_tax ADD PRIMARY KEY (tenant_id, distribution_detail_id, position);
DROP INDEX distribution_tax_detail;
