-- Why:   people are told by mail what waits for them. What is to be told follows from inbox entries and
--        from the log, which are written in the transactions of the approvals themselves; a collector
--        turns what is new there into notices, exactly once, so approvals pay nothing for it.
-- Step:  expand. What was there before has no number, and nobody is told of it.
-- Locks: ACCESS EXCLUSIVE for a moment, then writes to the log wait while it is read through once.
set local lock_timeout = '2s';

-- The transaction that wrote the row, as inbox_entries has it.
alter table instance_actions add column changed xid8;
alter table instance_actions alter column changed set default pg_current_xact_id();
create index instance_actions_changed on instance_actions (changed) where changed is not null;

-- Up to which snapshot notices were collected: one row.
create table notice_position (
  only_one boolean not null default true,
  position text not null,
  constraint notice_position_pkey primary key (only_one),
  constraint notice_position_one_row check (only_one)
);

-- How somebody wants to be told; nobody's row means at once, in the language of the deployment.
create table notice_preferences (
  tenant_id uuid not null,
  user_id uuid not null,
  mail text not null,
  language text,
  revision integer not null,
  updated_at timestamptz(3) not null,
  constraint notice_preferences_pkey primary key (tenant_id, user_id),
  constraint notice_preferences_mail_known check (mail in ('at_once', 'daily', 'off')),
  constraint notice_preferences_language_known check (language in ('en', 'zh-CN'))
);

-- One thing to tell one person. It stays for a while after it was told, so that it is told once.
create table notices (
  tenant_id uuid not null,
  id uuid not null,
  -- The nil UUID stands for the administrators, who are looked up later.
  user_id uuid not null,
  kind text not null,
  -- What makes it the same thing.
  key text not null,
  instance_id uuid not null,
  task_id uuid,
  -- The row of the log that led to it.
  action integer,
  created_at timestamptz(3) not null,
  -- The mail that it is part of, fixed before the first attempt: a repeated mail is the same mail.
  mail_id uuid,
  settled_at timestamptz(3),
  outcome text,
  constraint notices_pkey primary key (tenant_id, id),
  constraint notices_told_once unique (tenant_id, user_id, key),
  constraint notices_kind_known check (kind in (
    'task', 'reminder', 'escalation', 'copy', 'returned', 'finished', 'blocked'
  )),
  constraint notices_outcome_known check (outcome in (
    'sent', 'addressed', 'stale', 'no_address', 'refused', 'given_up'
  )),
  constraint notices_settled_with_outcome check ((settled_at is null) = (outcome is null))
);
create index notices_waiting on notices (tenant_id, user_id, created_at) where settled_at is null;
create index notices_settled on notices (settled_at) where settled_at is not null;

-- Who has a mail coming, and when. A person gets one mail at a time.
create table mail_queues (
  tenant_id uuid not null,
  user_id uuid not null,
  due_at timestamptz(3),
  -- Not sooner after the mail before.
  rests_until timestamptz(3),
  lease_id uuid,
  leased_until timestamptz(3),
  attempts integer not null default 0,
  last_error text,
  constraint mail_queues_pkey primary key (tenant_id, user_id),
  constraint mail_queues_attempts_counted check (attempts >= 0)
);
create index mail_queues_due on mail_queues (due_at) where due_at is not null;
