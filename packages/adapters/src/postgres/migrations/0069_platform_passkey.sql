-- Passkeys of a person: a second factor, or a whole sign-in, at the host where each was made.

CREATE TABLE passkey (
  id            uuid PRIMARY KEY,
  person_id     uuid NOT NULL REFERENCES person ON DELETE CASCADE,
  -- By which its holder finds it: random, made by the device.
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 16 AND 1023),
  host          text NOT NULL CHECK (length(host) BETWEEN 1 AND 253),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  public_key    bytea NOT NULL CHECK (octet_length(public_key) BETWEEN 20 AND 2000),
  -- How a browser reaches the device, such as usb.
  transports    text[] NOT NULL,
  created_at    timestamptz NOT NULL
);
CREATE INDEX passkey_person ON passkey (person_id);
GRANT SELECT, INSERT, DELETE ON passkey TO carrara_app, carrara_worker;
CREATE TRIGGER passkey_kept BEFORE INSERT OR UPDATE OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION keep_second_factor();

-- How often a device says that it has signed: one that says no more than before is a copy of another.
CREATE TABLE passkey_use (
  passkey_id uuid PRIMARY KEY REFERENCES passkey ON DELETE CASCADE,
  counter    bigint NOT NULL CHECK (counter >= 0),
  used_at    timestamptz
);
GRANT SELECT, INSERT, UPDATE ON passkey_use TO carrara_app, carrara_worker;

-- What passkeys were asked to sign and have signed, for as long as it would still be taken.
CREATE TABLE used_challenge (
  challenge_hash bytea PRIMARY KEY CHECK (octet_length(challenge_hash) = 32),
  expires_at     timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON used_challenge TO carrara_app, carrara_worker;

-- Recovery codes stand for whichever factors a person has.
ALTER TABLE recovery_code
  DROP CONSTRAINT recovery_code_person_id_fkey,
  ADD CONSTRAINT recovery_code_person_id_fkey FOREIGN KEY (person_id) REFERENCES person ON DELETE CASCADE;

-- Whether a person has a second factor, which every sign-in then asks for.
CREATE FUNCTION has_second_factor(person uuid) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM second_factor f WHERE f.person_id = person) OR EXISTS (SELECT FROM passkey k WHERE k.person_id = person);
