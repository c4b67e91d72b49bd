// Generated from the service's OpenAPI document: pnpm generate.
export const bpmOperations = {
  /** Ask further people, before, after or beside oneself. */
  addSignTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/add-sign', key: 'header' },
  /** Approve. */
  approveTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/approve', key: 'header' },
  /** End a simulation that is under way; what it has found so far stays. */
  cancelSimulation: { method: 'POST', path: '/api/bpm/v1/simulations/{id}/cancel' },
  /** Take a task that several people could take. */
  claimTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/claim', key: 'header' },
  /** Add a remark; it moves nothing. */
  commentOnProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/comments', key: 'header' },
  /** How many incidents are open. */
  countIncidents: { method: 'GET', path: '/api/bpm/v1/incidents/counts' },
  /** The sizes of the boxes of the caller. */
  countTasks: { method: 'GET', path: '/api/bpm/v1/tasks/counts' },
  /** Create a draft of a decision table, as the next version of its key. */
  createDecision: { method: 'POST', path: '/api/bpm/v1/decisions', key: 'header' },
  /** Create a draft from BPMN or an approval tree, as the next version of its key. */
  createDefinition: { method: 'POST', path: '/api/bpm/v1/definitions', key: 'header' },
  /** Have a device told (Web Push), or find it by its endpoint. */
  createPushSubscription: { method: 'POST', path: '/api/bpm/v1/me/push-subscriptions' },
  /** Approve or reject several tasks; each has a result of its own. */
  decideTasks: { method: 'POST', path: '/api/bpm/v1/tasks/batch', key: 'header' },
  /** Let somebody else look at it and give it back. */
  delegateTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/delegate', key: 'header' },
  /** Tell a device no more. */
  deletePushSubscription: { method: 'DELETE', path: '/api/bpm/v1/me/push-subscriptions/{id}' },
  /** Tell none of the caller’s devices any more, in no tenant. */
  deletePushSubscriptions: { method: 'DELETE', path: '/api/bpm/v1/me/push-subscriptions' },
  /** The path and the people that a start on this content would give. */
  dryRunDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/dry-run' },
  /** Use no drawn signature from now on; what was decided with it is printed with it. */
  endDrawnSignature: { method: 'DELETE', path: '/api/bpm/v1/me/signature' },
  /** When it will probably be decided, by those of its process that were. */
  expectEndOfProcessInstance: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/expected-end' },
  /** Cycle times, backlog, overdue and return rate of each node as CSV. */
  exportNodeStatistics: { method: 'GET', path: '/api/bpm/v1/statistics/nodes.csv', gives: 'response' },
  /** Cycle times, backlog, overdue and return rate of each person as CSV. */
  exportPeopleStatistics: { method: 'GET', path: '/api/bpm/v1/statistics/people.csv', gives: 'response' },
  /** The list of approvals as CSV, newest first, up to 100,000. */
  exportProcessInstances: { method: 'GET', path: '/api/bpm/v1/process-instances.csv', gives: 'response' },
  /** The series of weeks or days as CSV. */
  exportStatisticsSeries: { method: 'GET', path: '/api/bpm/v1/statistics/series.csv', gives: 'response' },
  /** The series of each step as CSV, a row for each step and week. */
  exportStepStatistics: { method: 'GET', path: '/api/bpm/v1/statistics/steps.csv', gives: 'response' },
  /** A box of the caller as CSV, newest first, up to 100,000. */
  exportTasks: { method: 'GET', path: '/api/bpm/v1/tasks.csv', gives: 'response' },
  /** Find what a key started, or make sure that it never starts anything. */
  fenceStartKey: { method: 'POST', path: '/internal/v1/bpm/start-keys/fence', key: 'header' },
  /** What became of starts: by initiator and key, or by bizType (all of it) and bizId. */
  findOwnedProcessInstances: { method: 'GET', path: '/internal/v1/bpm/process-instances' },
  /** Where it goes from here, and to whom, if everybody approves. */
  forecastProcessInstance: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/forecast' },
  /** A business type in its current version. */
  getBizType: { method: 'GET', path: '/api/bpm/v1/biz-types/{code}' },
  /** When the tenant works. */
  getCalendar: { method: 'GET', path: '/api/bpm/v1/calendar' },
  /** The origins that may get events. */
  getCallbackOrigins: { method: 'GET', path: '/api/bpm/v1/callback-origins' },
  /** One version of a decision table, with its examples. */
  getDecision: { method: 'GET', path: '/api/bpm/v1/decisions/{id}' },
  /** The rows as a spreadsheet, which can be read again. */
  getDecisionCsv: { method: 'GET', path: '/api/bpm/v1/decisions/{id}/csv', gives: 'response' },
  /** The table as a DMN 1.3 document. */
  getDecisionDmn: { method: 'GET', path: '/api/bpm/v1/decisions/{id}/dmn', gives: 'response' },
  /** One version of a definition. */
  getDefinition: { method: 'GET', path: '/api/bpm/v1/definitions/{id}' },
  /** The BPMN document, as it was sent or compiled from the tree. */
  getDefinitionXml: { method: 'GET', path: '/api/bpm/v1/definitions/{id}/xml', gives: 'response' },
  /** Who stands in for the caller, and when. */
  getDelegations: { method: 'GET', path: '/api/bpm/v1/me/delegations' },
  /** An event with the log of its attempts. */
  getDelivery: { method: 'GET', path: '/api/bpm/v1/deliveries/{eventId}' },
  /** The signature that the caller uses; without strokes when there is none. */
  getDrawnSignature: { method: 'GET', path: '/api/bpm/v1/me/signature' },
  /** The public keys that sign event bodies, as a JWK Set (RFC 8037). */
  getEventKeys: { method: 'GET', path: '/api/bpm/v1/event-keys' },
  /** How many of what waits at each step will probably be decided by when. */
  getForecasts: { method: 'GET', path: '/api/bpm/v1/statistics/forecasts' },
  /** What the caller narrows their inbox to, under names of theirs. */
  getInboxFilters: { method: 'GET', path: '/api/bpm/v1/me/inbox-filters' },
  /** One incident. */
  getIncident: { method: 'GET', path: '/api/bpm/v1/incidents/{id}' },
  /** What is different since the caller decided, or last looked. */
  getLastLook: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/last-look' },
  /** How far a run has come. */
  getMigration: { method: 'GET', path: '/api/bpm/v1/migrations/{id}' },
  /** How the caller wants to be told what concerns them. */
  getNotificationPreferences: { method: 'GET', path: '/api/bpm/v1/me/notification-preferences' },
  /** The current version of a business type of the calling client. */
  getOwnBizType: { method: 'GET', path: '/internal/v1/bpm/biz-types/{code}' },
  /** An event with the log of its attempts. */
  getOwnDelivery: { method: 'GET', path: '/internal/v1/bpm/deliveries/{eventId}' },
  /** One incident. */
  getOwnIncident: { method: 'GET', path: '/internal/v1/bpm/incidents/{id}' },
  /** An approval of a business type that the caller owns. */
  getOwnedProcessInstance: { method: 'GET', path: '/internal/v1/bpm/process-instances/{id}' },
  /** The record of an approval that the caller owns, with what all who decide may see. */
  getOwnedProcessInstanceRecord: { method: 'GET', path: '/internal/v1/bpm/process-instances/{id}/record' },
  /** What the caller has thrown, and how many approvals have heard it. */
  getOwnedSignal: { method: 'GET', path: '/internal/v1/bpm/signals/{id}' },
  /** An approval as the caller may see it. */
  getProcessInstance: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}' },
  /** The process as BPMN, and which nodes were reached. */
  getProcessInstanceDiagram: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/diagram' },
  /** The signed record of an approval, or a print of it. */
  getProcessInstanceRecord: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/record', gives: 'response' },
  /** What happened so far, oldest first. */
  getProcessInstanceTimeline: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/timeline' },
  /** The public keys that sign records, as a JWK Set (RFC 8037); retired ones as well. */
  getRecordKeys: { method: 'GET', path: '/api/bpm/v1/record-keys' },
  /** How records of an own business type are printed; empty without a template. */
  getRecordTemplate: { method: 'GET', path: '/internal/v1/bpm/biz-types/{code}/record-template' },
  /** What was thrown, and how many approvals have heard it. */
  getSignal: { method: 'GET', path: '/api/bpm/v1/signals/{id}' },
  /** One start by a signal. */
  getSignalStart: { method: 'GET', path: '/api/bpm/v1/signal-starts/{id}' },
  /** How far a simulation has come, and what it has found so far. */
  getSimulation: { method: 'GET', path: '/api/bpm/v1/simulations/{id}' },
  /** Steps that would be left out or new, and who would be asked more or less often. */
  getSimulationSummary: { method: 'GET', path: '/api/bpm/v1/simulations/{id}/summary' },
  /** One start by time. */
  getStartSchedule: { method: 'GET', path: '/api/bpm/v1/start-schedules/{id}' },
  /** Cycle times by node and person, backlog, overdue, and how much is returned. */
  getStatistics: { method: 'GET', path: '/api/bpm/v1/statistics' },
  /** What was started, decided, returned, late and waiting in each week or day. */
  getStatisticsSeries: { method: 'GET', path: '/api/bpm/v1/statistics/series' },
  /** The same of the tasks at each step, week by week, with how long they took. */
  getStepStatistics: { method: 'GET', path: '/api/bpm/v1/statistics/steps' },
  /** A task, with what the caller may see and do. */
  getTask: { method: 'GET', path: '/api/bpm/v1/tasks/{taskNo}' },
  /** Transfer what somebody holds to another one, with a result for each task. */
  handOver: { method: 'POST', path: '/api/bpm/v1/handovers', key: 'header' },
  /** A file of another tool as a definition, and what became of all it says; nothing is stored. */
  importDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/import' },
  /** Permit one start of a business type that the caller owns. */
  issueStartPermit: { method: 'POST', path: '/internal/v1/bpm/start-permits', key: 'header' },
  /** Move a running approval to nodes, or see what would come of it. */
  jumpProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/jump', key: 'header' },
  /** What was done to the approvals of the tenant, newest first. */
  listAuditEntries: { method: 'GET', path: '/api/bpm/v1/audit' },
  /** The business types of the tenant, each in its current version. */
  listBizTypes: { method: 'GET', path: '/api/bpm/v1/biz-types' },
  /** The approvals that call activities of this one have started, oldest first. */
  listCalledProcessInstances: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/called' },
  /** Exports of the data of a person or of the tenant by operators, newest first. */
  listDataExports: { method: 'GET', path: '/api/bpm/v1/data-exports' },
  /** Decision tables, newest first; with `key` the versions of one. */
  listDecisions: { method: 'GET', path: '/api/bpm/v1/decisions' },
  /** Definitions, newest first; with `key` the versions of one. */
  listDefinitions: { method: 'GET', path: '/api/bpm/v1/definitions' },
  /** Events and what became of them, newest first. */
  listDeliveries: { method: 'GET', path: '/api/bpm/v1/deliveries' },
  /** What is stuck, or was, newest first. */
  listIncidents: { method: 'GET', path: '/api/bpm/v1/incidents' },
  /** The events of an instance after a number, in order, delivered or not. */
  listInstanceEvents: { method: 'GET', path: '/internal/v1/bpm/process-instances/{id}/events' },
  /** What became of each approval of a run: moved, or refused with node and reason. */
  listMigrationResults: { method: 'GET', path: '/api/bpm/v1/migrations/{id}/results' },
  /** Runs over the approvals of a definition, newest first. */
  listMigrations: { method: 'GET', path: '/api/bpm/v1/migrations' },
  /** The business types of the calling client. */
  listOwnBizTypes: { method: 'GET', path: '/internal/v1/bpm/biz-types' },
  /** Events and what became of them, newest first. */
  listOwnDeliveries: { method: 'GET', path: '/internal/v1/bpm/deliveries' },
  /** What is stuck, or was, newest first. */
  listOwnIncidents: { method: 'GET', path: '/internal/v1/bpm/incidents' },
  /** The rounds so far, and what changed between them. */
  listProcessInstanceRounds: { method: 'GET', path: '/api/bpm/v1/process-instances/{id}/rounds' },
  /** The devices on which the caller is told, and the key that one more subscribes with. */
  listPushSubscriptions: { method: 'GET', path: '/api/bpm/v1/me/push-subscriptions' },
  /** What was removed because it was old enough, newest first. */
  listRetentionRemovals: { method: 'GET', path: '/api/bpm/v1/retention-removals' },
  /** Starts by signals that are still to be made, newest first. */
  listSignalStarts: { method: 'GET', path: '/api/bpm/v1/signal-starts' },
  /** What each approval came to, and would come to, step by step. */
  listSimulationResults: { method: 'GET', path: '/api/bpm/v1/simulations/{id}/results' },
  /** Simulations, newest first; with `definitionId` those of one version. */
  listSimulations: { method: 'GET', path: '/api/bpm/v1/simulations' },
  /** Starts by time: when the next one is due, and what could not be started. */
  listStartSchedules: { method: 'GET', path: '/api/bpm/v1/start-schedules' },
  /** Starts that administrators have passed over, newest first. */
  listStartSkips: { method: 'GET', path: '/api/bpm/v1/start-skips' },
  /** A box of the caller, newest first, or what is to do by when it is due. */
  listTasks: { method: 'GET', path: '/api/bpm/v1/tasks' },
  /** Move all running approvals of a definition to another one, in the background. */
  migrateDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/{id}/migrations', key: 'header' },
  /** Move a running approval to another definition, or see what would become of it. */
  migrateProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/migrate', key: 'header' },
  /** The path and the people a start would give. */
  previewProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/preview' },
  /** Let processes ask this version from now on. */
  publishDecision: { method: 'POST', path: '/api/bpm/v1/decisions/{id}/publish', key: 'header' },
  /** Let approvals start on a draft. */
  publishDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/{id}/publish', key: 'header' },
  /** Read a table from DMN or a spreadsheet, without storing it. */
  readDecision: { method: 'POST', path: '/api/bpm/v1/decisions/read' },
  /** Mark a copy as read. */
  readTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/read', key: 'header' },
  /** Keep that the caller was shown the approval as it is now; nobody else is told. */
  recordLastLook: { method: 'PUT', path: '/api/bpm/v1/process-instances/{id}/last-look' },
  /** Deliver an event again, with the same id, and what follows it in its instance. */
  redeliver: { method: 'POST', path: '/api/bpm/v1/deliveries/{eventId}/redeliver', key: 'header' },
  /** Deliver again: all of an instance, or what went to an origin since a time. */
  redeliverMany: { method: 'POST', path: '/api/bpm/v1/deliveries/redeliver', key: 'header' },
  /** Deliver an event again, with the same id, and what follows it in its instance. */
  redeliverOwn: { method: 'POST', path: '/internal/v1/bpm/deliveries/{eventId}/redeliver', key: 'header' },
  /** Deliver again: all of an instance, or what went to an origin since a time. */
  redeliverOwnMany: { method: 'POST', path: '/internal/v1/bpm/deliveries/redeliver', key: 'header' },
  /** Declare a business type, or bring its declaration up to date. */
  registerBizType: { method: 'POST', path: '/internal/v1/bpm/biz-types', key: 'header' },
  /** Reject. */
  rejectTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/reject', key: 'header' },
  /** Mark what others still have to decide as urgent. */
  remindApprovers: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/remind', key: 'header' },
  /** Take away what anybody attached to an approval that the caller owns, while it is undecided. */
  removeOwnedProcessInstanceAttachment: { method: 'DELETE', path: '/internal/v1/bpm/process-instances/{id}/attachments/{versionId}' },
  /** Take away what you attached while it is undecided; administrators what anybody did. */
  removeProcessInstanceAttachment: { method: 'DELETE', path: '/api/bpm/v1/process-instances/{id}/attachments/{versionId}' },
  /** Take back people whom one has added. */
  removeSignTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/remove-sign', key: 'header' },
  /** This document repaired, and what is left to do by hand; nothing is stored. */
  repairDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/repair' },
  /** Replace the calendar; times already worked out stay. */
  replaceCalendar: { method: 'PUT', path: '/api/bpm/v1/calendar' },
  /** Replace the origins that the tenant allows. */
  replaceCallbackOrigins: { method: 'PUT', path: '/api/bpm/v1/callback-origins' },
  /** Replace who stands in for the caller, for tasks that come from now on. */
  replaceDelegations: { method: 'PUT', path: '/api/bpm/v1/me/delegations' },
  /** Keep a drawn signature for prints of what the caller decides from now on. */
  replaceDrawnSignature: { method: 'PUT', path: '/api/bpm/v1/me/signature' },
  /** Replace the named filters of the caller’s inbox. */
  replaceInboxFilters: { method: 'PUT', path: '/api/bpm/v1/me/inbox-filters' },
  /** Replace how the caller wants to be told. */
  replaceNotificationPreferences: { method: 'PUT', path: '/api/bpm/v1/me/notification-preferences' },
  /** Replace how records of an own business type are printed. */
  replaceRecordTemplate: { method: 'PUT', path: '/internal/v1/bpm/biz-types/{code}/record-template' },
  /** Say that it is dealt with, and why; the log of the approval keeps it. */
  resolveIncident: { method: 'POST', path: '/api/bpm/v1/incidents/{id}/resolve', key: 'header' },
  /** Give a delegated task back. */
  resolveTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/resolve', key: 'header' },
  /** Send a returned approval on its way again; the body is the variables object. */
  resubmitProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/resubmit', key: 'header' },
  /** Let a suspended approval go on. */
  resumeProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/resume', key: 'header' },
  /** Let no more approvals start on it. */
  retireDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/{id}/retire', key: 'header' },
  /** Try again: look for people or a way on, call, deliver or migrate again. */
  retryIncident: { method: 'POST', path: '/api/bpm/v1/incidents/{id}/retry', key: 'header' },
  /** Start now what a signal could not start. */
  retrySignalStart: { method: 'POST', path: '/api/bpm/v1/signal-starts/{id}/retry' },
  /** Start now what is due and could not be started. */
  retryStartSchedule: { method: 'POST', path: '/api/bpm/v1/start-schedules/{id}/retry' },
  /** Send it back to the initiator or to nodes it came from. */
  returnTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/return', key: 'header' },
  /** Approvals that I started, take part in or was shown; newest first unless it is said otherwise. */
  searchProcessInstances: { method: 'GET', path: '/api/bpm/v1/process-instances' },
  /** Let an approval go on where it waits for this message. */
  sendProcessInstanceMessage: { method: 'POST', path: '/internal/v1/bpm/process-instances/{id}/messages', key: 'header' },
  /** Try a definition on the approvals of its key that ended in a period. */
  simulateDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/{id}/simulations', key: 'header' },
  /** Give up what a signal could not start. */
  skipSignalStart: { method: 'POST', path: '/api/bpm/v1/signal-starts/{id}/skip', key: 'header' },
  /** Pass over what is due and could not be started, named by when it is due. */
  skipStartSchedule: { method: 'POST', path: '/api/bpm/v1/start-schedules/{id}/skip', key: 'header' },
  /** Start an approval, or find the one started with the same key. */
  startProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances', key: 'body' },
  /** Changes of the caller’s inbox, and of one approval, as they happen, as server-sent events. */
  streamInbox: { method: 'GET', path: '/api/bpm/v1/inbox/stream', gives: 'response' },
  /** Stop all work on an approval until it is resumed. */
  suspendProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/suspend', key: 'header' },
  /** Take back a decision of one’s own, while nobody has acted on what followed. */
  takeBackTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/take-back', key: 'header' },
  /** End an approval, whatever its state. */
  terminateProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/terminate', key: 'header' },
  /** Throw a signal to the approvals of the business types that the caller owns. */
  throwOwnedSignal: { method: 'POST', path: '/internal/v1/bpm/signals', key: 'header' },
  /** Throw a signal to every approval of the tenant that waits for it. */
  throwSignal: { method: 'POST', path: '/api/bpm/v1/signals', key: 'header' },
  /** Hand the task over to somebody else for good. */
  transferTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/transfer', key: 'header' },
  /** What a table gives for some values. */
  tryDecision: { method: 'POST', path: '/api/bpm/v1/decisions/try' },
  /** Put a claimed task back. */
  unclaimTask: { method: 'POST', path: '/api/bpm/v1/tasks/{taskNo}/unclaim', key: 'header' },
  /** Replace name, table and examples of a draft. */
  updateDecision: { method: 'PUT', path: '/api/bpm/v1/decisions/{id}' },
  /** Replace name and content of a draft. */
  updateDefinition: { method: 'PUT', path: '/api/bpm/v1/definitions/{id}' },
  /** Merge values into the declared variables; the body is the variables object. */
  updateProcessInstanceVariables: { method: 'PATCH', path: '/internal/v1/bpm/process-instances/{id}/variables' },
  /** Overlaps, gaps, rows that are never reached, and examples that get something else. */
  validateDecision: { method: 'POST', path: '/api/bpm/v1/decisions/validate' },
  /** What would keep this content from being published. */
  validateDefinition: { method: 'POST', path: '/api/bpm/v1/definitions/validate' },
  /** Take an approval back before it has ended. */
  withdrawProcessInstance: { method: 'POST', path: '/api/bpm/v1/process-instances/{id}/withdraw', key: 'header' },
} as const
