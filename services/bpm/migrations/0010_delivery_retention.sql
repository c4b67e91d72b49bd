-- Why:   delivered events must not make the delivery of new ones slower, however many there are.
-- Step:  expand. Lanes that are done when this runs are looked at once their instance has ended and
--        ninety days have passed since now.
-- Locks: ACCESS EXCLUSIVE while the lanes are rewritten once and the indexes are built.
set local lock_timeout = '2s';

-- When the events of a lane may go: set while everything is acknowledged, moved on while the
-- instance is open. A lane goes as a whole or not at all, so what is left of it never has a hole.
alter table delivery_lanes add column prune_at timestamptz(3);
alter table delivery_lanes add column pruned_at timestamptz(3);
update delivery_lanes set prune_at = now() + interval '90 days'
  where due_at is null and blocked_at is null;
alter table delivery_lanes
  add constraint delivery_lanes_pruned_when_done
    check (prune_at is null or (due_at is null and blocked_at is null)),
  add constraint delivery_lanes_pruned_once check (pruned_at is null or prune_at is null);

-- Lanes leave it as they are pruned: finding the oldest costs the same beside any number.
create index delivery_lanes_to_prune on delivery_lanes (prune_at) where prune_at is not null;

-- Deleting behind a BRIN index gets slow: the space is used again by new rows, and then every block
-- range holds old and new ones. The times only grow, so a B-tree is written at its end alone.
drop index delivery_attempts_by_time;
create index delivery_attempts_by_time on delivery_attempts (attempted_at);

-- The default waits for a fifth of the rows to be dead, which here would be tens of millions.
alter table delivery_events set (autovacuum_vacuum_scale_factor = 0.01);
alter table delivery_attempts set (autovacuum_vacuum_scale_factor = 0.01);
alter table delivery_lanes set (autovacuum_vacuum_scale_factor = 0.01);

-- The log also says when delivery was given up.
alter table delivery_attempts drop constraint delivery_attempts_outcome_known;
alter table delivery_attempts add constraint delivery_attempts_outcome_known check (outcome in (
  'delivered', 'rewound', 'refused', 'failed', 'timeout', 'unreachable', 'broken_off',
  'address_forbidden', 'blocked'
));
