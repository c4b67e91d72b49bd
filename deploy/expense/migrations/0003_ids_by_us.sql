-- Why:   PostgreSQL draws such ids since 18 alone; the application does it on each.
-- Step:  contract. Databases of before have a default that nothing uses any more.
-- Locks: access exclusive on expenses, for a moment; nothing is read.
alter table expenses alter column id drop default;
