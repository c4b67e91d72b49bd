-- Why:   the record of an approval is kept with the version that it decided about, where the tenant or somebody
--        who may write the document asks for it.
-- Step:  new tables. What was filed is only added to.
-- Locks: none; nothing reads them yet.

create table record_filing_policies (
  tenant_id uuid not null,
  -- In which languages a record is printed when an approval ends; none: it is filed when somebody asks.
  languages text[] not null,
  revision integer not null,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  constraint record_filing_policies_pkey primary key (tenant_id),
  constraint record_filing_policies_languages_known check (languages <@ array['en', 'zh-CN'])
);

-- What is to be filed, and how far that is.
create table record_filings (
  tenant_id uuid not null,
  id uuid not null,
  binding_id uuid not null,
  version_id uuid not null,
  round integer not null,
  language text not null,
  status text not null,
  -- Why it is not filed yet.
  reason text,
  -- Null where the tenant's policy asked.
  requested_by text,
  requested_at timestamptz(3) not null,
  attempts integer not null default 0,
  run_after timestamptz(3) not null,
  constraint record_filings_pkey primary key (tenant_id, id),
  constraint record_filings_one_per_round unique (tenant_id, binding_id, round, language),
  constraint record_filings_binding foreign key (tenant_id, binding_id)
    references approval_bindings (tenant_id, id),
  constraint record_filings_version foreign key (tenant_id, version_id)
    references document_versions (tenant_id, id),
  constraint record_filings_language_known check (language in ('en', 'zh-CN')),
  constraint record_filings_status_known check (status in ('REQUESTED', 'UNKNOWN', 'REFUSED', 'FILED'))
);
create index record_filings_version on record_filings (tenant_id, version_id);
create index record_filings_due on record_filings (run_after) where status in ('REQUESTED', 'UNKNOWN');

create table filed_records (
  tenant_id uuid not null,
  filing_id uuid not null,
  -- The PDF for people.
  print_id uuid not null,
  print_size_bytes bigint not null,
  print_sha256 bytea not null,
  -- The signed document (JWS).
  record_id uuid not null,
  record_size_bytes bigint not null,
  record_sha256 bytea not null,
  filed_at timestamptz(3) not null,
  constraint filed_records_pkey primary key (tenant_id, filing_id),
  constraint filed_records_filing foreign key (tenant_id, filing_id)
    references record_filings (tenant_id, id),
  constraint filed_records_print foreign key (tenant_id, print_id)
    references storage_objects (tenant_id, id),
  constraint filed_records_record foreign key (tenant_id, record_id)
    references storage_objects (tenant_id, id),
  constraint filed_records_hashes check (octet_length(print_sha256) = 32 and octet_length(record_sha256) = 32)
);
create index filed_records_print on filed_records (tenant_id, print_id);
create index filed_records_record on filed_records (tenant_id, record_id);

create function refuse_filed_record_change() returns trigger language plpgsql as $$
begin
  raise exception 'a filed record stays as it is' using errcode = 'insufficient_privilege';
end
$$;
create trigger filed_records_append_only before update or delete on filed_records
  for each row execute function refuse_filed_record_change();
create trigger filed_records_never_emptied before truncate on filed_records
  for each statement execute function refuse_filed_record_change();
