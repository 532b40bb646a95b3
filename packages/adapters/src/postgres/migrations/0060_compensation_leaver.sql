-- As what somebody left, asked when compensation ends the employment; gone with a rehire.
ALTER TABLE employee ADD COLUMN leaver_kind text CHECK (leaver_kind IN ('GOOD', 'BAD'));
