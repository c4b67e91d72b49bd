-- Why:   a share without the download may be limited to so many views: one is what a visitor sees of
--        a version within a day, however many pages and requests that takes.
-- Step:  expand. Views from before were not counted.
-- Locks: ACCESS EXCLUSIVE on shares for a moment; the check reads them once.
set local lock_timeout = '2s';

-- `visitor`: as in share_downloads.
create table share_views (
  tenant_id uuid not null,
  share_id uuid not null,
  version_id uuid not null,
  visitor text not null,
  expires_at timestamptz(3) not null,
  constraint share_views_pkey primary key (tenant_id, share_id, version_id, visitor),
  constraint share_views_share foreign key (tenant_id, share_id)
    references shares (tenant_id, id) on delete cascade
);
create index share_views_expires on share_views (expires_at);

alter table shares add column view_count integer not null default 0;
alter table shares add constraint shares_views_within_limit
  check (view_count >= 0 and (allow_download or view_count <= coalesce(max_downloads, view_count)));
