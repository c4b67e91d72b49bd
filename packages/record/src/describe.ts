import type { RecordAction, RecordContent, RecordSeat } from './content.ts'

/** As people know the agent that acted in somebody's name; undefined where they acted themselves. */
export function agentOf({ details }: Pick<RecordAction, 'details'>): string | undefined {
  const { agentName, agent } = details
  return [agentName, agent].find((name) => typeof name === 'string')
}

/** What a record says, in lines for people. */
export function describe(content: RecordContent): string[] {
  const { record, approval, definition } = content
  return [
    `${approval.title} (${approval.bizType} ${approval.bizId})`,
    `  ${approval.result ?? approval.status}, round ${approval.round}, as of ${record.asOf}`,
    `  started ${approval.startedAt} by ${approval.initiator.name}${describeAgent(content.actions.find(({ action }) => action === 'start'))}` +
      (approval.endedAt === null ? ', not ended' : `, ended ${approval.endedAt}`),
    `  process ${definition.key} version ${definition.version}, SHA-256 ${definition.sha256}`,
    ...(record.view === 'all' ? [] : ['  holds what one participant may see, not everything']),
    ...list('Values', content.values, ({ name, value }) => `${name}: ${JSON.stringify(value)}`),
    ...list('Seats', content.seats, describeSeat),
    ...list('Shown to', content.copies, ({ person, at }) => `${person?.name ?? '?'}, ${at}`),
    ...list('What happened', content.actions, describeAction),
    ...list(
      'Events sent to the application',
      content.deliveries.events,
      ({ sequence, type, eventId, deliveredAt }) =>
        `${sequence} ${type} ${eventId} ${deliveredAt === null ? '' : `taken ${deliveredAt}`}`,
    ),
  ].map(printable)
}

function list<T>(title: string, items: readonly T[], line: (item: T) => string): string[] {
  return items.length === 0 ? [] : [title, ...items.map((item) => `  ${line(item)}`.trimEnd())]
}

function describeSeat(seat: RecordSeat): string {
  const who = seat.endedBy ?? seat.assignee
  const whose = seat.onBehalfOf.find(({ standIn }) => standIn === who?.id)?.for
  return [
    `${seat.node.name}, round ${seat.round}: ${seat.status}`,
    ...(who === null ? [] : [`by ${who.name}`]),
    ...(whose === undefined ? [] : [`on behalf of ${whose.name}`]),
    ...(seat.endedAt === null ? [] : [seat.endedAt]),
  ].join(' ')
}

function describeAction(action: RecordAction): string {
  const whose = action.onBehalfOf === undefined ? '' : ` on behalf of ${action.onBehalfOf.name}`
  const where = action.task === null ? '' : ` at ${action.task.node.name}`
  const forced = action.details['forced'] === undefined ? '' : ', forced'
  const said = action.comment === null ? '' : `: ${action.comment}`
  const about = action.contentHash === undefined ? '' : ` (content ${action.contentHash})`
  const unsaid = action.boundBy === 'none' ? ', not said to have been seen' : ''
  return `${action.at} ${action.action}${forced}${where} by ${action.actor.name}${describeAgent(action)}${whose}${about}${unsaid}${said}`
}

function describeAgent(action: RecordAction | undefined): string {
  const agent = action && agentOf(action)
  return agent === undefined ? '' : ` through the agent ${agent}`
}

/** Names and comments are other people's: what would steer a terminal is shown as its code. */
const printable = (line: string): string =>
  line.replaceAll(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  )
