-- Total compensation statements: of an employee and a year, drafted, then released. What is released stays as it is: its figures, what they were
-- computed from, and the PDF by its SHA-256. All of it is pay: rows of those people only who are in visible_pay().

CREATE TABLE pay_statement (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  year        integer NOT NULL CHECK (year BETWEEN 1900 AND 2200),
  status      text NOT NULL DEFAULT 'DRAFT' CHECK (status IN ('DRAFT', 'REL', 'SUP', 'WDR')),
  message     text CHECK (length(message) <= 1000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  -- So that a release is of the same employee and year, and these stay.
  UNIQUE (tenant_id, id, employee_id, year),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee
);
CREATE UNIQUE INDEX pay_statement_draft ON pay_statement (tenant_id, employee_id, year) WHERE status = 'DRAFT';
CREATE UNIQUE INDEX pay_statement_released ON pay_statement (tenant_id, employee_id, year) WHERE status = 'REL';
CREATE INDEX pay_statement_year ON pay_statement (tenant_id, year);
CALL protect_pay_table('pay_statement');

CREATE TABLE pay_statement_release (
  tenant_id        uuid NOT NULL REFERENCES tenant,
  id               uuid NOT NULL,
  pay_statement_id uuid NOT NULL,
  employee_id      uuid NOT NULL,
  year             integer NOT NULL,
  -- The statement that it took the place of.
  supersedes_id    uuid,
  engine_version   text NOT NULL,
  inputs           jsonb NOT NULL CHECK (jsonb_typeof(inputs) = 'object'),
  figures          jsonb NOT NULL CHECK (jsonb_typeof(figures) = 'object'),
  pdf_sha256       text NOT NULL CHECK (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes       bigint NOT NULL CHECK (size_bytes > 0),
  storage_key      text NOT NULL,
  released_at      timestamptz NOT NULL,
  released_by      uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT pay_statement_released_once UNIQUE (tenant_id, pay_statement_id),
  CONSTRAINT pay_statement_superseded_once UNIQUE (tenant_id, supersedes_id),
  CONSTRAINT pay_statement_release_of FOREIGN KEY (tenant_id, pay_statement_id, employee_id, year)
    REFERENCES pay_statement (tenant_id, id, employee_id, year),
  FOREIGN KEY (tenant_id, supersedes_id) REFERENCES pay_statement
);
CREATE INDEX pay_statement_release_year ON pay_statement_release (tenant_id, employee_id, year);
CALL protect_pay_table('pay_statement_release', 'SELECT, INSERT');

-- What the trail keeps of pay is read by those who see that pay.
DROP POLICY visible_pay ON activity;
CREATE POLICY visible_pay ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('salary', 'award', 'deferredAward', 'payrollExplanation', 'payStatement') OR container_id IN (SELECT visible_pay()));
