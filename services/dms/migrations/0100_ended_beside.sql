-- Why:   an approval that was over and had decided nothing about the bound version left the document locked for
--        good. It says so now, and can be given up; those of before are marked from what the audit says.
-- Step:  backfill. Earlier processes show the cause and read it nowhere.
-- Locks: rows of such bindings, for a moment.

update approval_bindings b
set refusal = jsonb_build_object('code', 'dms.approval_without_effect',
  'title', 'The approval is over and decided nothing about this version', 'event', e.detail ->> 'type')
from audit_events e
where b.status = 'BOUND' and e.tenant_id = b.tenant_id and e.document_id = b.document_id
  and e.action = 'approval.event_without_effect' and e.detail ->> 'bindingId' = b.id::text
  and e.detail ->> 'type' in
    ('instance.approved', 'instance.rejected', 'instance.withdrawn', 'instance.terminated');
