-- Why:   an expense refers to documents that the document service keeps: ids and a name, no bytes.
-- Step:  first version.
-- Locks: access exclusive on expenses, for a moment: a constant default rewrites no row.
alter table expenses
  add column attachments jsonb not null default '[]',
  add constraint expenses_attachments_list check (jsonb_typeof(attachments) = 'array');
