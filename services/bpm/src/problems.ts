import { defineProblems } from '@countersign/service-kit/problem'

/** Every code of this service; each has a page in docs/problems. */
export const problems = defineProblems('bpm', {
  // business types
  tenant_scope_required: { status: 403, title: 'The token is not for one tenant' },
  biz_type_owned: { status: 409, title: 'Another client owns this business type' },
  variable_duplicate: { status: 422, title: 'A variable is declared twice' },
  key_field_invalid: { status: 422, title: 'A key field does not fit the declared variables' },
  variable_removed: { status: 409, title: 'A declared variable was removed' },
  variable_type_changed: { status: 409, title: 'The type of a declared variable was changed' },
  origin_not_allowed: { status: 422, title: 'The callback origin is not allowed' },
  callback_path_required: { status: 422, title: 'The callback path must be given' },
  detail_path_not_relative: { status: 422, title: 'The detail path must be relative' },
  // definitions
  definition_invalid: { status: 422, title: 'The definition cannot be published' },
  definition_too_costly: {
    status: 422,
    title: 'The document needs more time or memory than is allowed',
  },
  definition_key_taken: { status: 409, title: 'The key belongs to another business type' },
  definition_not_draft: { status: 409, title: 'Only a draft can be changed' },
  definition_wrong_status: { status: 409, title: 'The definition is in another state' },
  too_many_simulations: { status: 409, title: 'Enough simulations wait already' },
  // decisions
  decision_invalid: { status: 422, title: 'The decision table cannot be published' },
  decision_key_taken: { status: 409, title: 'The key belongs to another business type' },
  decision_not_draft: { status: 409, title: 'The decision table is no draft any more' },
  decision_unreadable: { status: 422, title: 'The document cannot be read as a decision table' },
  // starting
  biz_type_unknown: { status: 404, title: 'No such business type' },
  no_published_definition: { status: 422, title: 'The business type has no published process' },
  definition_required: { status: 422, title: 'Several published processes; name one' },
  definition_not_published: { status: 422, title: 'The process is not published' },
  variables_invalid: { status: 422, title: 'The variables do not fit the business type' },
  initiate_forbidden: { status: 403, title: 'Starting needs another permission' },
  start_event_unknown: { status: 422, title: 'The process does not begin like this' },
  start_by_time_refused: {
    status: 403,
    title: 'Every start of this type needs a permit, so time cannot start it',
  },
  start_by_signal_refused: {
    status: 403,
    title: 'No signal may start it: its owner permits each start',
  },
  start_not_failing: { status: 409, title: 'Nothing has failed there that could be passed over' },
  start_initiator_unknown: {
    status: 422,
    title: 'The initiator is no active member of the tenant',
  },
  permit_required: { status: 403, title: 'The owning application has to permit this start' },
  permit_invalid: { status: 403, title: 'The permit is not for this start' },
  permit_used: { status: 409, title: 'The permit was used for another start' },
  key_fenced: { status: 409, title: 'The key was closed before it was used' },
  // instances
  initiator_only: { status: 403, title: 'Only the initiator may do this' },
  not_returned: { status: 409, title: 'The instance is not returned' },
  owner_update_required: { status: 409, title: 'The owning application has not updated it yet' },
  change_refused: { status: 409, title: 'Somebody has already decided on these values' },
  variables_differ: { status: 409, title: 'The values differ from those of the application' },
  instance_not_running: { status: 409, title: 'The instance is not in a state for this' },
  migration_refused: { status: 422, title: 'The approval has no place in the new definition' },
  migration_pruned: { status: 410, title: 'The migration is no longer kept' },
  jump_refused: {
    status: 422,
    title: 'The jump would leave the approval without a way to a decision',
  },
  incident_persists: { status: 409, title: 'The approval is still stuck' },
  incident_resolved: { status: 409, title: 'The incident is resolved already' },
  instance_called: { status: 409, title: 'Another approval called it' },
  message_not_expected: { status: 409, title: 'The approval does not wait for this message' },
  error_not_caught: { status: 409, title: 'The process does not catch this error' },
  // tasks
  task_not_open: { status: 409, title: 'The task is already decided' },
  attachment_unreadable: { status: 422, title: 'Who attaches a document must be able to read it' },
  content_changed: { status: 412, title: 'The content has changed since it was seen' },
  decided_since: { status: 409, title: 'Others have acted since' },
  separation_of_duties: {
    status: 422,
    title: 'Separation of duties keeps this person from deciding here',
  },
  action_forbidden: { status: 403, title: 'The process does not allow this action here' },
  comment_required: { status: 422, title: 'This decision needs a comment' },
  action_invalid: { status: 422, title: 'The action cannot be carried out like this' },
  process_stuck: { status: 422, title: 'The process cannot go on with these values' },
  too_many_streams: { status: 429, title: 'Too many streams of one person' },
  // deliveries
  events_pruned: { status: 410, title: 'The events of the instance are no longer kept' },
  reminder_limit: { status: 429, title: 'The limit of reminders is reached for now' },
  // devices that are told
  push_unavailable: { status: 409, title: 'Push notifications are not configured' },
  push_subscription_invalid: { status: 422, title: 'Nothing can be sent to this device' },
  too_many_devices: { status: 409, title: 'The limit of registered devices is reached' },
  // calendars and delegations
  delegation_invalid: { status: 422, title: 'Nobody can stand in like this' },
  calendar_invalid: { status: 422, title: 'The calendar is not usable' },
  // other services
  documents_unavailable: { status: 503, title: 'The document service cannot be reached' },
  directory_unavailable: { status: 503, title: 'The directory cannot be reached' },
})
