-- The statements of a fund carry the name and the logo of its firm.
ALTER TABLE firm
  ADD COLUMN logo_image_id uuid,
  ADD FOREIGN KEY (tenant_id, logo_image_id) REFERENCES image;
