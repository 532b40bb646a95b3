-- A share names its entry. PostgreSQL looks the entry up by the youngest of the indexes that seem equally good to it, and while the tables have no
-- statistics (the first large file of a firm) those of the vehicle's days seemed so: every entry of the vehicle was read for each share. The unique
-- one is made younger.
ALTER TABLE ledger_share DROP CONSTRAINT ledger_share_tenant_id_entry_id_vehicle_id_fkey;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_tenant_id_reverses_id_vehicle_id_fkey;
ALTER TABLE ledger_entry DROP CONSTRAINT ledger_entry_tenant_id_id_vehicle_id_key;
ALTER TABLE ledger_entry ADD CONSTRAINT ledger_entry_tenant_id_id_vehicle_id_key UNIQUE (tenant_id, id, vehicle_id);
ALTER TABLE ledger_entry ADD FOREIGN KEY (tenant_id, reverses_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id);
ALTER TABLE ledger_share ADD FOREIGN KEY (tenant_id, entry_id, vehicle_id) REFERENCES ledger_entry (tenant_id, id, vehicle_id);
