-- Why:   a tenant shows its own name, logo and colour on the pages of a sign-in.
-- Step:  widens; nothing that runs today reads the table.
-- Locks: none that matter; the table is new.
create table tenant_branding (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  name text,
  colour text,
  -- The bytes are small and always read whole; which image they are was found out by looking.
  logo bytea,
  logo_type text,
  logo_hash text,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  constraint tenant_branding_name_length check (char_length(name) between 1 and 80),
  constraint tenant_branding_colour_form check (colour ~ '^#[0-9a-f]{6}$'),
  constraint tenant_branding_logo_size check (octet_length(logo) between 1 and 131072),
  constraint tenant_branding_logo_type_known check (logo_type in ('image/png', 'image/jpeg', 'image/webp')),
  constraint tenant_branding_logo_whole check (
    (logo is null) = (logo_type is null) and (logo is null) = (logo_hash is null)
  )
);
