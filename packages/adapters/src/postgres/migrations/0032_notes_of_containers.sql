-- Notes and documents hang on a container of any kind: that it is there, and of the kind that they name, is a reference to it, not a list of kinds.
ALTER TABLE note DROP CONSTRAINT note_object_type_check, DROP COLUMN container_id;
ALTER TABLE note
  ADD COLUMN container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution',
    'forecast', 'realization', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  ADD CONSTRAINT note_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE;

ALTER TABLE document DROP CONSTRAINT document_object_type_check, DROP COLUMN container_id;
ALTER TABLE document
  ADD COLUMN container_id uuid GENERATED ALWAYS AS (CASE WHEN object_type NOT IN ('employee', 'trust', 'allocationProfile', 'distribution',
    'forecast', 'realization', 'vestingSchedule', 'taxProfile') THEN object_id END) STORED,
  ADD CONSTRAINT document_container_id_fkey FOREIGN KEY (tenant_id, container_id, object_type) REFERENCES container (tenant_id, id, kind) ON DELETE CASCADE;
