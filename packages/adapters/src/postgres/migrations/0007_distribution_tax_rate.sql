-- The rate that a tax row was computed at, beside the part of the gross that it took: the profile's rate may change later.
ALTER TABLE distribution_tax ADD COLUMN tax_rate numeric(20,10);
