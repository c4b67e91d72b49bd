-- Why:   controlled sharing outside the tenant, apart from public access.
-- Step:  new tables.
-- Locks: none; nothing reads them yet.

create table shares (
  tenant_id uuid not null,
  id uuid not null,
  document_id uuid not null,
  version_id uuid,
  -- SHA-256 of the token: the database cannot open a share.
  token_hash bytea not null,
  password_hash text,
  valid_from timestamptz(3),
  valid_until timestamptz(3),
  max_downloads integer,
  download_count integer not null default 0,
  allow_download boolean not null,
  allow_preview boolean not null,
  revoked_at timestamptz(3),
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint shares_pkey primary key (tenant_id, id),
  constraint shares_document foreign key (tenant_id, document_id)
    references documents (tenant_id, id) on delete cascade,
  constraint shares_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id) on delete cascade,
  constraint shares_token_unique unique (token_hash),
  constraint shares_ends_after_start check (valid_until > valid_from),
  constraint shares_count_within_limit
    check (download_count >= 0 and download_count <= coalesce(max_downloads, download_count))
);
create index shares_document on shares (tenant_id, document_id, id);

-- Wrong passwords, per share and address of the one who guesses ('*' sums up all addresses).
create table share_attempts (
  tenant_id uuid not null,
  share_id uuid not null,
  address text not null,
  failures integer not null,
  blocked_until timestamptz(3) not null,
  constraint share_attempts_pkey primary key (tenant_id, share_id, address),
  constraint share_attempts_share foreign key (tenant_id, share_id)
    references shares (tenant_id, id) on delete cascade
);
