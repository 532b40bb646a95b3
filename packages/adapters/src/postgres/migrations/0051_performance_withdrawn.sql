-- A value that is withdrawn: a row without one says that nothing is valued on that day, whatever was entered before it.
ALTER TABLE valuation ALTER COLUMN fair_value DROP NOT NULL;
