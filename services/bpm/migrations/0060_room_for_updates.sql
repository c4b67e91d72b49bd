-- Why:   each action updates its instance and its lane. Where a page has room for the new version of a
--        row none of its indexes has to be written; pages filled to the brim had none.
-- Step:  pages that are written from now on keep room; no row is moved.
-- Locks: SHARE UPDATE EXCLUSIVE on both tables, for a moment.

alter table process_instances set (fillfactor = 70);
alter table delivery_lanes set (fillfactor = 80);
