-- Whose vesting was applied at a source of a run: of which share, how much of it was vested on which day, what was forfeited and to whom it went.
ALTER TABLE distribution_source ADD COLUMN vesting_applied jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(vesting_applied) = 'array');
