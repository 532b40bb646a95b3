-- Several OpenID Connect providers: what a sign-in at one brings along, and what is given by it.

-- The provider's ID token, sealed by a key that is not in the database: with it the provider ends its own session when the person signs out.
ALTER TABLE session ADD COLUMN provider text, ADD COLUMN id_token bytea;
ALTER TABLE pending_sign_in
  ADD COLUMN id_token bytea,
  -- What the provider's groups claim says; NULL where it says nothing of groups here.
  ADD COLUMN groups text[];

-- The provider that has put a person into a group; NULL where somebody of the firm has.
ALTER TABLE user_group_member ADD COLUMN provider text;
