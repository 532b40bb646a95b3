-- What is known of an installation as a whole: by which key its audit trail is chained (a fingerprint, not the key itself), and whether the
-- demo firms are whole.
CREATE TABLE installation (
  name  text PRIMARY KEY,
  value text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON installation TO carrara_worker;
