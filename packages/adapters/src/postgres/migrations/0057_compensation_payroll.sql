-- What payroll providers say was paid, and what is said of the differences to the salaries. All of it is pay: rows of those people only who are in visible_pay().

-- What a file says of a provider and period. It names nobody; a corrected one of that provider and period takes its place, and it stays.
CREATE TABLE payroll_file (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  provider      text NOT NULL CHECK (provider <> '' AND length(provider) <= 200),
  period_start  date NOT NULL,
  period_end    date NOT NULL,
  upload_id     uuid NOT NULL,
  -- How many: who sees fewer of them does not see the pay of everybody in it.
  row_count     integer NOT NULL CHECK (row_count > 0),
  superseded_by uuid,
  -- Its file was undone.
  is_undone     boolean NOT NULL DEFAULT false,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT payroll_file_days CHECK (period_end >= period_start),
  FOREIGN KEY (tenant_id, upload_id) REFERENCES upload_history,
  FOREIGN KEY (tenant_id, superseded_by) REFERENCES payroll_file DEFERRABLE INITIALLY DEFERRED
);
-- Of a provider and a period one is in force.
CREATE UNIQUE INDEX payroll_file_in_force ON payroll_file (tenant_id, lower(provider), period_start, period_end)
  WHERE superseded_by IS NULL AND NOT is_undone;
CREATE INDEX payroll_file_period ON payroll_file (tenant_id, period_end);
CREATE INDEX payroll_file_upload ON payroll_file (tenant_id, upload_id);
CALL protect_tenant_table('payroll_file', 'SELECT, INSERT');
GRANT UPDATE (superseded_by, is_undone, row_version, updated_at, updated_by) ON payroll_file TO carrara_app;

CREATE TABLE payroll_row (
  tenant_id       uuid NOT NULL REFERENCES tenant,
  id              uuid NOT NULL,
  payroll_file_id uuid NOT NULL,
  employee_id     uuid NOT NULL,
  -- As they stand in the file, from 1.
  position        integer NOT NULL CHECK (position > 0),
  pay_date        date NOT NULL,
  pay_type_id     uuid NOT NULL,
  amount          numeric NOT NULL,
  currency_id     uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, payroll_file_id, position),
  FOREIGN KEY (tenant_id, payroll_file_id) REFERENCES payroll_file,
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, pay_type_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CREATE INDEX payroll_row_employee ON payroll_row (tenant_id, employee_id, pay_date);
CALL protect_pay_table('payroll_row', 'SELECT, INSERT');

-- Why payroll paid somebody another amount than the salary says. It is of that amount: another difference is another question.
CREATE TABLE payroll_explanation (
  tenant_id    uuid NOT NULL REFERENCES tenant,
  id           uuid NOT NULL,
  employee_id  uuid NOT NULL,
  period_start date NOT NULL,
  period_end   date NOT NULL,
  currency_id  uuid NOT NULL,
  difference   numeric NOT NULL,
  explanation  text NOT NULL CHECK (explanation <> '' AND length(explanation) <= 4000),
  row_version  integer NOT NULL DEFAULT 1,
  created_at   timestamptz NOT NULL DEFAULT now(),
  created_by   uuid,
  updated_at   timestamptz NOT NULL DEFAULT now(),
  updated_by   uuid,
  PRIMARY KEY (tenant_id, id),
  CONSTRAINT payroll_explanation_of UNIQUE (tenant_id, employee_id, period_start, period_end, currency_id),
  FOREIGN KEY (tenant_id, employee_id) REFERENCES employee,
  FOREIGN KEY (tenant_id, currency_id) REFERENCES reference_entry
);
CALL protect_pay_table('payroll_explanation', 'SELECT, INSERT');
GRANT UPDATE (difference, explanation, row_version, updated_at, updated_by) ON payroll_explanation TO carrara_app;

-- Files of pay hold that of everybody, and so do the reports of what they change: they are of those who see it.
CREATE POLICY visible_pay ON upload_history AS RESTRICTIVE TO carrara_app
  USING (file_type NOT IN ('compensation', 'payroll-actuals') OR (SELECT sees_all_pay()))
  WITH CHECK (file_type NOT IN ('compensation', 'payroll-actuals') OR (SELECT sees_all_pay()));

CREATE FUNCTION visible_uploads() RETURNS SETOF uuid LANGUAGE sql STABLE SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id FROM upload_history WHERE tenant_id = current_tenant()
$$;
REVOKE EXECUTE ON FUNCTION visible_uploads() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION visible_uploads() TO carrara_app, carrara_worker;

-- What the trail keeps of pay is read by those who see that pay; of a whole file by those who see everybody's.
DROP POLICY visible_pay ON activity;
CREATE POLICY visible_pay ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type NOT IN ('salary', 'award', 'deferredAward', 'payrollExplanation') OR container_id IN (SELECT visible_pay()));
CREATE POLICY visible_payroll ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'payrollFile' OR (SELECT sees_all_pay()));
CREATE POLICY visible_uploads ON activity AS RESTRICTIVE FOR SELECT TO carrara_app
  USING (object_type <> 'upload' OR object_id IN (SELECT visible_uploads()));
