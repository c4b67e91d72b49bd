import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { publishedProcessesQuery, useMayReadProcesses } from './published-processes.ts'
import { useTranslation } from '../../text/i18n.ts'

/**
 * Which of several processes an approval takes. Their names are known to who may read processes;
 * others tell them apart by the path that each gives.
 */
export function ProcessField(props: {
  readonly bizType: string
  /** What there is to know before one is chosen. */
  readonly description: string
  readonly definitionIds: readonly string[]
  readonly value: string | undefined
  readonly onChange: (definitionId: string | undefined) => void
}) {
  const { t } = useTranslation('common')
  const mayRead = useMayReadProcesses()
  const { data } = useQuery({ ...publishedProcessesQuery(props.bizType), enabled: mayRead })
  // The service names two hundred; whoever may read processes has them all.
  const offered = data ?? props.definitionIds.map((id) => ({ id, name: undefined }))
  return (
    <Select
      label={t('process.label')}
      description={props.description}
      required
      allowDeselect={false}
      data={offered.map(({ id, name }, index) => ({
        value: id,
        label: name ?? t('process.number', { number: index + 1 }),
      }))}
      value={props.value ?? null}
      onChange={(chosen) => props.onChange(chosen ?? undefined)}
    />
  )
}
