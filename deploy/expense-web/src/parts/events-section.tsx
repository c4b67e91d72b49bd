import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isMoving, listEvents, type Expense } from '../expenses.ts'
import { useServices } from '../services.ts'
import { Failure } from './failure.tsx'
import { Since } from './since.tsx'

/** Not something an expense application would show: here it lets people see what arrives. */
export function EventsSection({ expense }: { readonly expense: Expense }) {
  const { api } = useServices()
  const { t } = useTranslation()
  const events = useQuery({
    queryKey: ['events', expense.id, expense.status],
    queryFn: () => listEvents(api, expense.id),
    refetchInterval: isMoving(expense) ? 2_000 : false,
  })
  return (
    <details className="card">
      <summary>{t('events')}</summary>
      <p className="muted">{t('eventsExplained')}</p>
      {events.isError && <Failure error={events.error} />}
      {events.data?.items.length === 0 && <p>{t('noEvents')}</p>}
      {events.data !== undefined && events.data.items.length > 0 && (
        <EventTable events={events.data.items} />
      )}
    </details>
  )
}

function EventTable({
  events,
}: {
  readonly events: Awaited<ReturnType<typeof listEvents>>['items']
}) {
  const { t } = useTranslation()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          <th scope="col">{t('event')}</th>
          <th scope="col">{t('received')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ eventId, sequence, type, receivedAt }) => (
          <tr key={eventId}>
            <td>{sequence}</td>
            <td>
              <code>{type}</code>
            </td>
            <td>
              <Since time={receivedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
