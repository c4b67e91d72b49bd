import type { PersonalData } from '@countersign/service-kit/personal-data'

const stamps = 'created_at updated_at'

/**
 * Where bpm keeps something of people, and what an erasure makes of it; held against the database by
 * services/bpm/src/db/personal-data.test.ts. What somebody wrote as a title, a comment or a value is of
 * the tenant and stays: nobody can tell by a program whom a text speaks of.
 */
export const personalData: PersonalData = {
  process_instances: {
    erasure: 'names',
    names: { initiator_id: 'initiator_name' },
    documents: ['attached'],
    content: 'title variables book',
    other: `tenant_id id biz_type biz_type_version biz_id definition_id status round revision current_nodes last_action ended_at parent_id parent_node parent_call root_id detail_url ${stamps}`,
  },
  tasks: {
    erasure: 'names',
    names: {
      assignee_id: 'assignee_name',
      owner_id: 'owner_name',
      copied_by: 'copied_by_name',
      ended_by: 'ended_by_name',
    },
    lists: { candidate_ids: 'candidate_names' },
    documents: ['on_behalf'],
    ids: 'added_by decided_by',
    content: 'comment',
    other:
      'tenant_id id task_no instance_id kind node_id node_name status round revision key activation weight position part parent created_at opened_at ended_at read_at due_at reminded_at content_hash',
  },
  instance_actions: {
    erasure: 'names',
    erasedBy: 'erase_log_names',
    why: 'Evidence: who decided what stays, by the id. The chain has commitments to the names. Rows of before version 0.2 are in blocks by their names, and stay; so do the names of those whom an action was shown to.',
    names: { actor_id: 'actor_name', on_behalf_of_id: 'on_behalf_of_name' },
    // Today's rows list ids alone.
    listed: { details: 'cc' },
    content: 'comment attachments command answers',
    secret: 'actor_name_salt on_behalf_of_name_salt',
    other:
      'tenant_id instance_id sequence at round action actor_kind task_id content_hash bound_by moves erased changed',
  },
  incidents: {
    erasure: 'names',
    names: { resolved_by_id: 'resolved_by_name' },
    content: 'reason',
    other:
      'tenant_id id kind cause instance_id biz_type node_id node_name task_no migration_id event_id code parameters attempts raised_at resolved_at resolution',
  },
  migrations: {
    erasure: 'names',
    names: { created_by: 'created_by_name' },
    content: 'reason',
    other:
      'tenant_id id from_definition_id to_definition_id nodes dry_run created_at after_instance_id migrated refused ended_at lease_id leased_until worked_at',
  },
  start_skips: {
    erasure: 'names',
    names: { skipped_by: 'skipped_by_name' },
    content: 'reason error',
    other:
      'tenant_id id definition_id definition_key node_id due_at signal_id attempts code skipped_at',
  },
  simulations: {
    erasure: 'names',
    names: { created_by: 'created_by_name' },
    content: 'bpmn_xml',
    other:
      'tenant_id id definition_id definition_revision reads_foreign ended_from ended_until total created_at before_ended_at before_id worked_at ended_at cancelled lease_id leased_until',
  },
  simulation_results: {
    erasure: 'nothing',
    why: 'Ids alone: who was asked, and who would be. Goes with its simulation.',
    content: 'steps',
    other:
      'tenant_id simulation_id instance_id outcome status_before status_after tasks_before tasks_after people_before people_after obstacle',
  },
  delivery_events: {
    erasure: 'names',
    why: 'What was sent is with the business application as well, which has to erase its own.',
    documents: ['body'],
    other: 'tenant_id instance_id sequence event_id type created_at traceparent',
  },
  idempotency_keys: {
    erasure: 'names',
    why: 'Goes after a day; until then a repeated request gets its answer with the pseudonym.',
    ids: 'caller',
    documents: ['body'],
    secret: 'key request_hash',
    other: 'tenant_id status created_at',
  },
  drawn_signatures: {
    erasure: 'emptied',
    why: 'The drawing goes. Its hash stays: records name it, those of before and those that are taken later.',
    ids: 'user_id',
    personal: 'strokes',
    other: 'tenant_id id sha256 used_from used_until',
  },
  delegations: {
    erasure: 'rows',
    ids: 'user_id',
    content: 'items',
    other: 'tenant_id revision updated_at ends_at',
  },
  inbox_filters: {
    erasure: 'rows',
    ids: 'user_id',
    content: 'items',
    other: 'tenant_id revision updated_at',
  },
  last_looks: {
    erasure: 'rows',
    ids: 'user_id',
    other: 'tenant_id instance_id sequence looked_at sequence_before looked_at_before',
  },
  notice_preferences: {
    erasure: 'rows',
    ids: 'user_id',
    personal: 'mail language',
    other: 'tenant_id revision updated_at',
  },
  notices: {
    erasure: 'rows',
    ids: 'user_id',
    other: 'tenant_id id kind key instance_id task_id action created_at mail_id settled_at outcome',
  },
  mail_queues: {
    erasure: 'rows',
    ids: 'user_id',
    other: 'tenant_id due_at rests_until lease_id leased_until attempts last_error',
  },
  push_subscriptions: {
    erasure: 'rows',
    ids: 'user_id',
    personal: 'device',
    secret: 'endpoint endpoint_hash p256dh auth',
    other:
      'tenant_id id application_server_key created_at sent_at due_at rests_until lease_id leased_until attempts last_error',
  },
  push_notices: {
    erasure: 'nothing',
    why: 'Ids alone: which notices wait for which device. Goes with its device, and with its notice.',
    other: 'tenant_id subscription_id notice_id message_id',
  },
  inbox_entries: {
    erasure: 'nothing',
    why: 'Ids alone: which tasks were theirs, as the log says.',
    ids: 'user_id',
    other: 'tenant_id task_id instance_id box at due_at read_at changed',
  },
  start_keys: {
    erasure: 'nothing',
    why: 'Ids alone: the same start twice is one approval, for ever.',
    ids: 'initiator_id fenced_by',
    secret: 'idempotency_key request_hash',
    other: 'tenant_id instance_id created_at',
  },
  start_permits: {
    erasure: 'nothing',
    why: 'Ids alone; they end by themselves.',
    ids: 'initiator_id',
    secret: 'permit_hash content_hash',
    other: 'tenant_id biz_type biz_id expires_at instance_id created_at',
  },
  decisions: {
    erasure: 'nothing',
    why: 'Ids alone: who wrote and published what approvals went by.',
    ids: 'created_by updated_by published_by retired_by',
    content: 'name content examples',
    other: `tenant_id id key version biz_type status content_hash revision published_at retired_at ${stamps}`,
  },
  definitions: {
    erasure: 'nothing',
    why: 'Ids alone: who drew and published what approvals went by.',
    ids: 'created_by updated_by published_by retired_by',
    content: 'name bpmn_xml tree imported',
    other: `tenant_id id key version biz_type status revision published_at retired_at called_keys ${stamps}`,
  },
  callback_origin_lists: {
    erasure: 'nothing',
    why: 'Ids alone.',
    ids: 'updated_by',
    other: 'tenant_id origins revision updated_at',
  },
  calendars: {
    erasure: 'nothing',
    why: 'Ids alone.',
    ids: 'updated_by',
    other: 'tenant_id time_zone hours holidays workdays revision updated_at',
  },
  signals: {
    erasure: 'nothing',
    why: 'Ids alone: who threw what approvals went on by.',
    ids: 'user_id',
    other:
      'tenant_id id position name origin_id instance_id node_id client_id thrown_at after_instance_id spread_at',
  },
  delivery_attempts: {
    erasure: 'nothing',
    why: 'What a receiver answered; goes with its event.',
    content: 'response_excerpt',
    other: 'tenant_id event_id id attempted_at duration_ms outcome http_status',
  },
  person_erasures: {
    erasure: 'nothing',
    why: 'That it was done.',
    ids: 'user_id',
    other: 'id pseudonym position counts done_at',
  },
  retention_removals: {
    erasure: 'nothing',
    why: 'How many rows went by age: it names nobody.',
    other: 'tenant_id removal_id what row_count kept_days ended_before removed_at',
  },
  data_exports: {
    erasure: 'nothing',
    why: 'Who of the operators took out whose data: evidence. Whose, it says by the id alone.',
    ids: 'user_id',
    content: 'asked_by',
    other: 'tenant_id entry_id export_id continues counts recorded_at',
  },
  tenant_erasures: {
    erasure: 'nothing',
    why: 'Who of the operators had a tenant erased: evidence.',
    content: 'asked_by',
    other: 'erasure_id tenant_id asked_at due_at cancelled_at begun_at counts ended_at',
  },
}
