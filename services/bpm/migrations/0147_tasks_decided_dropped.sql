-- Why:   tasks_by_end answers what this index answered, and more.
-- Step:  contract. Earlier processes use tasks_by_end for the same statements.
-- Locks: none that anybody waits for.
-- migrate: outside a transaction
drop index concurrently if exists tasks_decided;
