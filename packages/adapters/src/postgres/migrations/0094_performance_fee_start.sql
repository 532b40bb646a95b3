-- From when a commitment of a later close pays the management fee.
ALTER TABLE economic_terms ADD COLUMN fee_start text CHECK (fee_start IN ('FIRST_CLOSE', 'OWN_CLOSE'));
