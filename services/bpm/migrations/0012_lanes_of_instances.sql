-- Why:   a lane without its instance would be delivered and belong to nobody.
-- Step:  expand. Lanes have always been made in the transaction of their instance.
-- Locks: SHARE ROW EXCLUSIVE on both tables while existing lanes are checked.
set local lock_timeout = '2s';

alter table delivery_lanes
  add constraint delivery_lanes_of_instance foreign key (tenant_id, instance_id)
    references process_instances (tenant_id, id);
