-- Awards and deferred awards. All of it is pay: rows of those people only who are in visible_pay(), and so what the trail keeps of it.

CREATE TABLE award (
  tenant_id        uuid NOT NULL REFERENCES tenant,
  id               uuid NOT NULL,
  employee_id      uuid NOT NULL,
  performance_year integer NOT NULL CHECK (performance_year BETWEEN 1900 AND 2200),
  pay_type_id      uuid NOT NULL,
  -- Below zero for the reversal of one that was paid.
  amount           numeric NOT NULL,
  currency_id      uuid NOT NULL,
  award_date       date NOT NULL,
  pay_date         date,
  status           text NOT NULL DEFAULT 'AWARDED' CHECK (status IN ('AWARDED', 'PAID', 'CANC')),
  reverses_id      uuid,
  comments         text CHECK (length(comments) <= 4000),
  row_version      integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  created_by       uuid,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  updated_by       uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT award_reversed_once UNIQUE (tenant_id, reverses_id),
  CONSTRAINT award_amount CHECK (amount > 0 OR (amount < 0 AND reverses_id IS NOT NULL)),
  CONSTRAINT award_paid CHECK (status <> 'PAID' OR pay_date IS NOT NULL),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, pay_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES award
);
CREATE INDEX award_employee ON award (tenant_id, employee_id);
CALL protect_pay_table('award');

-- What is granted now and paid later. Its entries are a ledger: reversed, never changed.
CREATE TABLE deferred_award (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  id          uuid NOT NULL,
  employee_id uuid NOT NULL,
  grant_date  date NOT NULL,
  amount      numeric NOT NULL CHECK (amount > 0),
  currency_id uuid NOT NULL,
  comments    text CHECK (length(comments) <= 4000),
  row_version integer NOT NULL DEFAULT 1,
  created_at  timestamptz NOT NULL DEFAULT now(),
  created_by  uuid,
  updated_at  timestamptz NOT NULL DEFAULT now(),
  updated_by  uuid,
  PRIMARY KEY (tenant_id, id),
  -- So that its rows are of the same employee.
  UNIQUE (tenant_id, id, employee_id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX deferred_award_employee ON deferred_award (tenant_id, employee_id);
CALL protect_pay_table('deferred_award', 'SELECT, INSERT');
GRANT UPDATE (row_version, updated_at, updated_by) ON deferred_award TO carrara_app;

CREATE TABLE deferred_tranche (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  id                uuid NOT NULL,
  deferred_award_id uuid NOT NULL,
  employee_id       uuid NOT NULL,
  -- From 1.
  position          integer NOT NULL CHECK (position > 0),
  vest_date         date NOT NULL,
  percent           numeric NOT NULL CHECK (percent > 0 AND percent <= 100),
  pay_date          date NOT NULL,
  amount            numeric NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, deferred_award_id, position),
  CONSTRAINT deferred_tranche_award FOREIGN KEY (tenant_id, deferred_award_id, employee_id) REFERENCES deferred_award (tenant_id, id, employee_id),
  CONSTRAINT deferred_tranche_days CHECK (pay_date >= vest_date)
);
CALL protect_pay_table('deferred_tranche', 'SELECT, INSERT');

CREATE TABLE deferred_entry (
  tenant_id         uuid NOT NULL REFERENCES tenant,
  id                uuid NOT NULL,
  deferred_award_id uuid NOT NULL,
  employee_id       uuid NOT NULL,
  -- In the order in which they were entered, from 1.
  position          integer NOT NULL CHECK (position > 0),
  kind              text NOT NULL CHECK (kind IN ('GRANT', 'VEST', 'PAY', 'FORFEIT')),
  tranche           integer,
  entry_date        date NOT NULL,
  amount            numeric NOT NULL CHECK (amount <> 0),
  reverses_id       uuid,
  created_at        timestamptz NOT NULL DEFAULT now(),
  created_by        uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT deferred_entry_place UNIQUE (tenant_id, deferred_award_id, position),
  CONSTRAINT deferred_entry_reversed_once UNIQUE (tenant_id, reverses_id),
  CONSTRAINT deferred_entry_award FOREIGN KEY (tenant_id, deferred_award_id, employee_id) REFERENCES deferred_award (tenant_id, id, employee_id),
  FOREIGN KEY (tenant_id, deferred_award_id, tranche) REFERENCES deferred_tranche (tenant_id, deferred_award_id, position),
  FOREIGN KEY (tenant_id, reverses_id) REFERENCES deferred_entry,
  CONSTRAINT deferred_entry_tranche CHECK ((kind = 'GRANT') = (tranche IS NULL)),
  CONSTRAINT deferred_entry_sign CHECK ((amount < 0) = (reverses_id IS NOT NULL))
);
CREATE INDEX deferred_entry_day ON deferred_entry (tenant_id, employee_id, entry_date);
CALL protect_pay_table('deferred_entry', 'SELECT, INSERT');

-- What the trail keeps of pay is read by those who see that pay.
DROP POLICY visible_pay ON activity;
CREATE POLICY visible_pay ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('salary', 'award', 'deferredAward') OR container_id IN (SELECT visible_pay()));
