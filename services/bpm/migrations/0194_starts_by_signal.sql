-- Why:   the owner of a business type says whether signals may start approvals of it, without a permit.
-- Step:  expand. Old code writes none; without one it is as `start` says.
-- Locks: biz_type_versions for a moment; no row is rewritten.

alter table biz_type_versions add column starts_by_signal boolean;
