-- A document of an investor or a vehicle can be released to the investors that are linked to a tenant of their own: it goes with the next transfer of
-- their figures. One that a transfer brought names that transfer, and the document that it is at its sender; statements that were printed from the
-- figures of a transfer name the transfer alone.
ALTER TABLE document
  ADD COLUMN is_released boolean NOT NULL DEFAULT false,
  ADD COLUMN transfer_id uuid,
  ADD COLUMN origin_id uuid,
  ADD CONSTRAINT document_released_check CHECK (NOT is_released OR object_type IN ('investor', 'fund', 'coinvestment')),
  ADD CONSTRAINT document_origin_check CHECK (origin_id IS NULL OR transfer_id IS NOT NULL);
CREATE INDEX document_transfer ON document (tenant_id, transfer_id) WHERE transfer_id IS NOT NULL;
