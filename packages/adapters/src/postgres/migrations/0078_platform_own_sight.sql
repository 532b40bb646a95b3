-- Whose pay one sees follows from who one is, to whom people report and where they sit. Nobody moves that for the own sight, whatever the program would let
-- through; the program itself acts for nobody.
CREATE FUNCTION keep_own_sight() RETURNS trigger LANGUAGE plpgsql AS $$
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
      AND (a.ends_on IS NULL OR a.ends_on >= firm_day()) AND (NEW.office_id = ANY (a.offices) OR NEW.title_id = ANY (a.titles)))
    AND NEW.id NOT IN (SELECT visible_pay()) THEN
    RAISE EXCEPTION 'an employee into the own sight' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER own_sight BEFORE UPDATE OF person_id, manager_id, is_pay_restricted, office_id, title_id ON employee
  FOR EACH ROW EXECUTE FUNCTION keep_own_sight();

CREATE FUNCTION keep_new_sight() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.person_id = current_person() OR (current_person() IS NOT NULL AND NEW.manager_id IS NOT NULL AND NOT sees_all_pay()) THEN
    RAISE EXCEPTION 'the own link to an employee, or the reporting line' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER new_sight BEFORE INSERT ON employee FOR EACH ROW EXECUTE FUNCTION keep_new_sight();

-- An access is asked for by one person, confirmed by another, and is neither's own. What has ended stays ended.
CREATE FUNCTION keep_pay_access() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  me CONSTANT uuid := current_person();
BEGIN
  IF me IS NULL THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF NEW.person_id = me OR NEW.status <> 'ASKED' OR NEW.asked_by IS DISTINCT FROM me THEN
      RAISE EXCEPTION 'access to pay is asked for first, by somebody else' USING ERRCODE = 'insufficient_privilege';
    END IF;
  ELSIF NEW.status IS DISTINCT FROM OLD.status AND (OLD.status = 'END' OR (NEW.status = 'ACTIVE' AND me IN (NEW.person_id, NEW.asked_by))) THEN
    RAISE EXCEPTION 'access to pay is confirmed by a third person' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER pay_access_kept BEFORE INSERT OR UPDATE ON pay_access FOR EACH ROW EXECUTE FUNCTION keep_pay_access();
