-- Pairs of currencies and what one unit of the first cost in the second, by day. A correction changes the rate of its day; the audit
-- keeps what it was.

CREATE TABLE currency_pair (
  tenant_id     uuid NOT NULL REFERENCES tenant,
  id            uuid NOT NULL,
  source_currency_id uuid NOT NULL,
  destination_currency_id uuid NOT NULL CHECK (destination_currency_id <> source_currency_id),
  display_order integer NOT NULL DEFAULT 0,
  is_inactive   boolean NOT NULL DEFAULT false,
  row_version   integer NOT NULL DEFAULT 1,
  created_at    timestamptz NOT NULL DEFAULT now(),
  created_by    uuid,
  updated_at    timestamptz NOT NULL DEFAULT now(),
  updated_by    uuid,
  PRIMARY KEY (tenant_id, id),
  UNIQUE (tenant_id, source_currency_id, destination_currency_id),
  FOREIGN KEY (tenant_id, source_currency_id) REFERENCES reference_entry,
  FOREIGN KEY (tenant_id, destination_currency_id) REFERENCES reference_entry
);
CREATE INDEX currency_pair_destination ON currency_pair (tenant_id, destination_currency_id);
CALL protect_tenant_table('currency_pair');

CREATE TABLE exchange_rate (
  tenant_id        uuid NOT NULL,
  id               uuid NOT NULL,
  currency_pair_id uuid NOT NULL,
  effective_date   date NOT NULL,
  rate             numeric(20,10) NOT NULL CHECK (rate > 0),
  row_version      integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  created_by       uuid,
  updated_at       timestamptz NOT NULL DEFAULT now(),
  updated_by       uuid,
  PRIMARY KEY (tenant_id, id),
  -- Read as 'the pair's latest on or before a day'.
  UNIQUE (tenant_id, currency_pair_id, effective_date),
  FOREIGN KEY (tenant_id, currency_pair_id) REFERENCES currency_pair
);
CALL protect_tenant_table('exchange_rate');
