-- What disbursed distributions paid each participant in each currency, kept beside it: a list of a hundred thousand is sorted by it. The rows
-- of distributions stay the truth; the amounts are made from them again by the database whenever one of them changes, whoever changes it.
-- The largest amount has place 1 and stands for all where they are sorted; nobody is without one, so that each participant has a place.
CREATE TABLE participant_carry (
  tenant_id   uuid NOT NULL REFERENCES tenant,
  participant_id uuid NOT NULL,
  place       integer NOT NULL DEFAULT 1 CHECK (place > 0),
  currency_id uuid,
  amount      numeric(38,2) NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, participant_id, place),
  FOREIGN KEY (tenant_id, participant_id) REFERENCES participant ON DELETE CASCADE
);
CREATE INDEX participant_carry_order ON participant_carry (tenant_id, amount, participant_id) WHERE place = 1;
-- The order of all participants by name, and of distributions by what is to be done about them.
CREATE INDEX participant_name ON participant (tenant_id, lower(name), id);
CREATE INDEX distribution_stage ON distribution (tenant_id, array_position(ARRAY['DRAFT', 'REJ', 'SUB', 'APP', 'DISB'], status), id);
CALL protect_tenant_table('participant_carry', 'SELECT');
GRANT INSERT, UPDATE, DELETE ON participant_carry TO carrara_worker;

CREATE FUNCTION sum_participants(tenant uuid, participants uuid[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  -- Whoever pays the same participant waits here, and then reads what the one before has stored.
  PERFORM FROM participant_carry t WHERE t.tenant_id = tenant AND t.participant_id = ANY (participants) AND t.place = 1
    ORDER BY t.participant_id FOR UPDATE;
  WITH paid AS MATERIALIZED (
    SELECT x.participant_id, d.currency_id, sum(x.gross_carry_distributed) AS amount
    FROM distribution_detail x JOIN distribution d ON d.tenant_id = tenant AND d.id = x.distribution_id AND d.status = 'DISB'
    WHERE x.tenant_id = tenant AND x.participant_id = ANY (participants) GROUP BY 1, 2),
  placed AS MATERIALIZED (
    SELECT o.participant_id, paid.currency_id, coalesce(paid.amount, 0) AS amount,
      row_number() OVER (PARTITION BY o.participant_id ORDER BY paid.amount DESC, paid.currency_id) AS place
    FROM participant_carry o LEFT JOIN paid ON paid.participant_id = o.participant_id
    WHERE o.tenant_id = tenant AND o.participant_id = ANY (participants) AND o.place = 1),
  gone AS (
    DELETE FROM participant_carry o WHERE o.tenant_id = tenant AND o.participant_id = ANY (participants) AND o.place > 1
      AND (o.participant_id, o.place) NOT IN (SELECT n.participant_id, n.place FROM placed n))
  INSERT INTO participant_carry AS o (tenant_id, participant_id, place, currency_id, amount)
  SELECT tenant, n.participant_id, n.place, n.currency_id, n.amount FROM placed n
  ON CONFLICT (tenant_id, participant_id, place) DO UPDATE SET currency_id = excluded.currency_id, amount = excluded.amount
    WHERE (o.currency_id, o.amount) IS DISTINCT FROM (excluded.currency_id, excluded.amount);
END $$;

-- Of every tenant: once now, and for whoever doubts the amounts.
CREATE FUNCTION sum_all_participants() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  INSERT INTO participant_carry (tenant_id, participant_id) SELECT p.tenant_id, p.id FROM participant p ON CONFLICT DO NOTHING;
  FOR own IN SELECT p.tenant_id, array_agg(p.id) AS ids FROM participant p GROUP BY p.tenant_id LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
END $$;

CREATE FUNCTION start_participant_carry() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO participant_carry (tenant_id, participant_id) SELECT c.tenant_id, c.id FROM changed c;
  RETURN NULL;
END $$;

-- After a change of the rows of what is disbursed; a draft's pay nothing yet.
CREATE FUNCTION sum_participants_of_rows() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT c.participant_id) AS ids
    FROM changed c LEFT JOIN distribution d ON d.tenant_id = c.tenant_id AND d.id = c.distribution_id
    WHERE coalesce(d.status, 'DISB') = 'DISB' GROUP BY c.tenant_id
  LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

-- When distributions become disbursed.
CREATE FUNCTION sum_participants_of_distributions() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  own record;
BEGIN
  FOR own IN
    SELECT c.tenant_id, array_agg(DISTINCT x.participant_id) AS ids
    FROM changed c
    JOIN before o ON o.tenant_id = c.tenant_id AND o.id = c.id
      AND ((o.status = 'DISB') <> (c.status = 'DISB') OR c.status = 'DISB' AND o.currency_id IS DISTINCT FROM c.currency_id)
    JOIN distribution_detail x ON x.tenant_id = c.tenant_id AND x.distribution_id = c.id
    GROUP BY c.tenant_id
  LOOP
    PERFORM sum_participants(own.tenant_id, own.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER carry_starts AFTER INSERT ON participant REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION start_participant_carry();
CREATE TRIGGER participants_gain AFTER INSERT ON distribution_detail REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_change AFTER UPDATE ON distribution_detail REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_changed_from AFTER UPDATE ON distribution_detail REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_lose AFTER DELETE ON distribution_detail REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_rows();
CREATE TRIGGER participants_are_paid AFTER UPDATE ON distribution REFERENCING OLD TABLE AS before NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION sum_participants_of_distributions();

-- They run as the worker, whose rights on the amounts nobody who signs in has.
GRANT CREATE ON SCHEMA public TO carrara_worker;
DO $$ DECLARE own regprocedure;
BEGIN
  FOR own IN SELECT p.oid FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.proname IN ('sum_participants', 'sum_all_participants',
    'start_participant_carry', 'sum_participants_of_rows', 'sum_participants_of_distributions') LOOP
    EXECUTE format('REVOKE EXECUTE ON FUNCTION %s FROM PUBLIC', own);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO carrara_worker, CURRENT_USER', own);
    EXECUTE format('ALTER FUNCTION %s OWNER TO carrara_worker', own);
  END LOOP;
END $$;
REVOKE CREATE ON SCHEMA public FROM carrara_worker;
SELECT sum_all_participants();
