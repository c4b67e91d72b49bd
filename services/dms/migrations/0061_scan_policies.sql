-- Why:   tenants differ in what they do with files that no scanner has judged.
-- Step:  new table. A tenant without a row has the policy of the deployment.
-- Locks: none; nothing reads it yet.

create table scan_policies (
  tenant_id uuid not null,
  policy text not null,
  revision integer not null default 1,
  changed_by text not null,
  changed_at timestamptz(3) not null,
  constraint scan_policies_pkey primary key (tenant_id),
  constraint scan_policies_policy_known
    check (policy in ('REQUIRE_CLEAN', 'BLOCK_INFECTED', 'DEPLOYMENT'))
);
