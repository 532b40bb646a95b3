-- Bank accounts of participants. Each change is a row, which a second person confirms or refuses; no row is changed or removed.
CREATE TABLE bank_account (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  participant_id uuid NOT NULL,
  -- All of them null: the participant has no account from then on.
  holder_name text CHECK (length(holder_name) BETWEEN 1 AND 200),
  bank_name   text CHECK (length(bank_name) BETWEEN 1 AND 200),
  bank_code   text CHECK (bank_code ~ '^[A-Z0-9]{8,11}$'),
  account_number text CHECK (account_number ~ '^[A-Z0-9]{5,34}$'),
  reason      text NOT NULL CHECK (length(reason) BETWEEN 1 AND 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant,
  CHECK (num_nulls(holder_name, bank_name, bank_code, account_number) IN (0, 4))
);
CREATE INDEX bank_account_participant ON bank_account (tenant_id, participant_id, created_at);
CALL protect_tenant_table('bank_account', 'SELECT, INSERT');

CREATE TABLE bank_account_answer (
  tenant_id   uuid NOT NULL,
  id          uuid NOT NULL,
  bank_account_id uuid NOT NULL,
  is_confirmed boolean NOT NULL,
  reason      text CHECK (length(reason) <= 4000),
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, bank_account_id),
  FOREIGN KEY (tenant_id, bank_account_id) REFERENCES bank_account
);
CALL protect_tenant_table('bank_account_answer', 'SELECT, INSERT');

-- Whatever a program sends: nobody confirms an account that they entered.
CREATE FUNCTION bank_account_needs_second_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_confirmed AND EXISTS (SELECT FROM bank_account b
      WHERE b.tenant_id = NEW.tenant_id AND b.id = NEW.bank_account_id AND b.created_by = NEW.created_by) THEN
    RAISE EXCEPTION 'bank account %: confirmed by who entered it', NEW.bank_account_id USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_account_needs_second_person BEFORE INSERT ON bank_account_answer
  FOR EACH ROW EXECUTE FUNCTION bank_account_needs_second_person();

-- The last four digits of the account that was confirmed last; null where there is none.
CREATE FUNCTION bank_account_ending(participant uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT right(b.account_number, 4) FROM bank_account b
  JOIN bank_account_answer a ON a.tenant_id = b.tenant_id AND a.bank_account_id = b.id
  WHERE b.tenant_id = current_tenant() AND b.participant_id = participant AND a.is_confirmed
  ORDER BY a.created_at DESC, a.id DESC LIMIT 1
$$;
