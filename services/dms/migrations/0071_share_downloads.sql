-- Why:   a download of a share that broke off goes on without being counted again: what of it each
--        visitor has not been sent yet is kept for a day, and how much a share has sent twice.
-- Step:  expand. Downloads from before cannot be continued.
-- Locks: ACCESS EXCLUSIVE on shares for a moment.
set local lock_timeout = '2s';

-- `visitor`: ticket:<SHA-256 of the ticket> or address:<network address>.
create table share_downloads (
  tenant_id uuid not null,
  share_id uuid not null,
  version_id uuid not null,
  visitor text not null,
  bytes_left bigint not null,
  expires_at timestamptz(3) not null,
  constraint share_downloads_pkey primary key (tenant_id, share_id, version_id, visitor),
  constraint share_downloads_share foreign key (tenant_id, share_id)
    references shares (tenant_id, id) on delete cascade,
  constraint share_downloads_bytes_not_negative check (bytes_left >= 0)
);
create index share_downloads_expires on share_downloads (expires_at);

alter table shares add column repeated_bytes bigint not null default 0;
