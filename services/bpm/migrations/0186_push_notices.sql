-- Why:   what a device is still to be told. A row goes when its message was taken, or is not news any more. Some notices are
--        for devices alone now: who wants no mail of one has it settled as `unwanted` from the beginning.
-- Step:  expand. Old code collects as before, for mail alone.
-- Locks: ACCESS EXCLUSIVE on notices for a moment; nothing is read through, the old rule is narrower than the new one.
set local lock_timeout = '2s';

create table push_notices (
  tenant_id uuid not null,
  subscription_id uuid not null,
  notice_id uuid not null,
  -- The message that it is part of, fixed before the first attempt.
  message_id uuid,
  constraint push_notices_pkey primary key (tenant_id, subscription_id, notice_id),
  constraint push_notices_device foreign key (tenant_id, subscription_id)
    references push_subscriptions (tenant_id, id) on delete cascade,
  constraint push_notices_notice foreign key (tenant_id, notice_id)
    references notices (tenant_id, id) on delete cascade
);
create index push_notices_of_notice on push_notices (tenant_id, notice_id);

alter table notices drop constraint notices_outcome_known;
alter table notices add constraint notices_outcome_known check (outcome in (
  'sent', 'addressed', 'stale', 'no_address', 'refused', 'given_up', 'unwanted'
)) not valid;
