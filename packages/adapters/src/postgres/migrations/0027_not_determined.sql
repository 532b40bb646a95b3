-- A draft may hold a source that cannot be computed as it stands. It is not determined, and so is every total of its run: the figures of such a
-- row are not read. Drafts from before are known by an amount without rows, and by what was typed for a source that holds no figure.
ALTER TABLE distribution ADD COLUMN is_determined boolean NOT NULL DEFAULT true;
ALTER TABLE distribution_source ADD COLUMN is_determined boolean NOT NULL DEFAULT true;

ALTER TABLE distribution NO FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_source NO FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_detail NO FORCE ROW LEVEL SECURITY;
UPDATE distribution_source s SET is_determined = false
FROM distribution d
WHERE d.tenant_id = s.tenant_id AND d.id = s.distribution_id AND d.status IN ('DRAFT', 'REJ') AND d.kind = 'REGULAR' AND (
  (s.net_distributable_amount <> 0 AND NOT EXISTS (
    SELECT FROM distribution_detail x WHERE x.tenant_id = s.tenant_id AND x.distribution_source_id = s.id))
  OR EXISTS (
    SELECT FROM jsonb_path_query(d.inputs, '$.request.sources[*] ? (exists(@.unread[*]))') AS asked
    WHERE asked ->> 'sourceId' = s.container_id::text));
UPDATE distribution d SET is_determined = false
WHERE EXISTS (SELECT FROM distribution_source s WHERE s.tenant_id = d.tenant_id AND s.distribution_id = d.id AND NOT s.is_determined);
ALTER TABLE distribution FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_source FORCE ROW LEVEL SECURITY;
ALTER TABLE distribution_detail FORCE ROW LEVEL SECURITY;

-- Only what may still be changed is not determined.
ALTER TABLE distribution ADD CONSTRAINT distribution_determined CHECK (is_determined OR (status IN ('DRAFT', 'REJ') AND kind = 'REGULAR'));
