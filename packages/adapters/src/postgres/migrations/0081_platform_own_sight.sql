-- Where somebody sits already brings nobody into sight: what is held to the own sight is a change of office to one of it, or of title.
CREATE OR REPLACE FUNCTION keep_own_sight() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  me CONSTANT uuid := current_person();
BEGIN
  IF me IS NULL THEN
    RETURN NEW;
  END IF;
  IF OLD.person_id IS DISTINCT FROM NEW.person_id AND me IN (OLD.person_id, NEW.person_id) THEN
    RAISE EXCEPTION 'the own link to an employee' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (OLD.manager_id, OLD.is_pay_restricted) IS DISTINCT FROM (NEW.manager_id, NEW.is_pay_restricted) AND NOT sees_all_pay() THEN
    RAISE EXCEPTION 'the reporting line by who does not see everybody''s pay' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF (OLD.office_id, OLD.title_id) IS DISTINCT FROM (NEW.office_id, NEW.title_id) AND NEW.person_id IS DISTINCT FROM me
    AND EXISTS (SELECT FROM pay_access a WHERE a.tenant_id = NEW.tenant_id AND a.person_id = me AND a.status = 'ACTIVE' AND a.kind = 'SELECTED'
      AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) AND (
        OLD.office_id IS DISTINCT FROM NEW.office_id AND NEW.office_id = ANY (a.offices)
        OR OLD.title_id IS DISTINCT FROM NEW.title_id AND NEW.title_id = ANY (a.titles)))
    AND NEW.id NOT IN (SELECT visible_pay()) THEN
    RAISE EXCEPTION 'an employee into the own sight' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
