-- A new tenant starts with reference data, which the worker writes in the transaction that makes the tenant.
GRANT INSERT ON reference_entry TO carrara_worker;
