import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { incidentCountsQuery } from '../../shared/incidents.ts'

const most = 99

/** How many incidents wait for an administrator. */
export function OpenIncidentCount() {
  const { data } = useQuery(incidentCountsQuery)
  if (data === undefined || data.open === 0) return null
  return (
    <Badge size="sm" variant="light" color="red" circle={data.open < 10}>
      {data.open > most ? `${most}+` : data.open}
    </Badge>
  )
}
