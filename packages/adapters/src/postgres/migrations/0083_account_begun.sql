-- Whether an account has begun by a day is asked of each of its entries: of all entries of a participant that look took most of the time of a profile.
CREATE INDEX account_entry_begun ON account_entry (tenant_id, participant_id, container_id, entry_date) WHERE kind IN ('ACCRUAL', 'OPENING');
