-- Forecasts estimate carry. The tables were there from the beginning and nothing wrote to them; now a forecast is shared out like a run and keeps what
-- it was computed from.
ALTER TABLE forecast
  ALTER COLUMN distribution_date SET NOT NULL,
  ALTER COLUMN estimation_date SET NOT NULL,
  ADD COLUMN is_determined boolean NOT NULL DEFAULT true,
  ADD COLUMN total_gross numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN total_adjustment numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN total_net numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN total_unallocated numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN inputs jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN problems jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN engine_version text;

ALTER TABLE forecast_source
  ALTER COLUMN invested_amount SET NOT NULL,
  -- There is none where nothing is invested and the gross was typed.
  ALTER COLUMN multiple DROP NOT NULL,
  ALTER COLUMN multiple DROP DEFAULT,
  ADD COLUMN is_determined boolean NOT NULL DEFAULT true,
  ADD COLUMN distributed numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN unallocated numeric(38,2) NOT NULL DEFAULT 0,
  ADD COLUMN number_of_participants integer NOT NULL DEFAULT 0 CHECK (number_of_participants >= 0);

ALTER TABLE forecast_detail ADD COLUMN is_terminated boolean NOT NULL DEFAULT false;

-- Of several estimates of a source for the same day the latest stands; the others are history, and no sum counts them.
CREATE VIEW standing_forecast_source WITH (security_invoker = true) AS
SELECT s.tenant_id, s.id, s.forecast_id, s.container_id
FROM forecast_source s JOIN forecast x ON x.tenant_id = s.tenant_id AND x.id = s.forecast_id
WHERE NOT EXISTS (
  SELECT FROM forecast_source p JOIN forecast o ON o.tenant_id = p.tenant_id AND o.id = p.forecast_id
  WHERE p.tenant_id = s.tenant_id AND p.container_id = s.container_id AND o.distribution_date = x.distribution_date
    AND (o.estimation_date, o.created_at, o.id) > (x.estimation_date, x.created_at, x.id));

GRANT SELECT ON standing_forecast_source TO carrara_app, carrara_worker;
