import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { dropEmpty } from '../../../shared/form/drop-empty.ts'
import { Icon } from '../../../shared/icon.tsx'
import { PageHeader } from '../../../shared/page/page-header.tsx'
import { Page } from '../../../shared/page/page.tsx'
import { formatTime } from '../../../text/format.ts'
import { useTranslation } from '../../../text/i18n.ts'
import { ExportButton } from '../export-button.tsx'
import { Filters } from '../filters.tsx'
import classes from '../inbox.module.css'
import { readInstanceTable } from '../queries.ts'
import { instanceFilterOf, type ApprovalsSearch } from '../search.ts'
import { StartedTable } from './started-table.tsx'
import { StatusSelect } from './status-select.tsx'

const route = getRouteApi('/approvals')

/** All approvals of the organisation; also what stands behind a figure of the dashboard. */
export function ApprovalsPage() {
  const { t } = useTranslation('inbox')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [cursor, setCursor] = useState(-1)
  const searchRef = useRef<HTMLInputElement>(null)
  const change = (next: { [K in keyof ApprovalsSearch]?: ApprovalsSearch[K] | undefined }) => {
    setCursor(-1)
    void navigate({ search: (before) => dropEmpty({ ...before, ...next }), replace: true })
  }
  return (
    <Page fill>
      <PageHeader title={t('allTitle')} lead={t('lead.all')} />
      <Filters value={search} onChange={change} searchRef={searchRef} onEnter={() => setCursor(0)}>
        <StatusSelect value={search.status} onChange={(status) => change({ status })} />
        <FigureButton search={search} onClear={() => change(withoutFigure)} />
        <ExportButton
          name="approvals"
          read={() => readInstanceTable('all', instanceFilterOf(search))}
        />
      </Filters>
      <div className={classes.list}>
        <StartedTable
          box="all"
          search={search}
          cursor={cursor}
          onCursor={setCursor}
          onSearch={() => searchRef.current?.focus()}
        />
      </div>
    </Page>
  )
}

const withoutFigure = {
  definitionKey: undefined,
  own: undefined,
  startedFrom: undefined,
  startedUntil: undefined,
  endedFrom: undefined,
  endedUntil: undefined,
  resubmittedFrom: undefined,
  resubmittedUntil: undefined,
  task: undefined,
  taskDefinition: undefined,
  taskNode: undefined,
  taskPerson: undefined,
  taskFrom: undefined,
  taskUntil: undefined,
  taskAt: undefined,
} as const

/** Says what the list was narrowed to by whoever led here, and takes it away. */
function FigureButton(props: { readonly search: ApprovalsSearch; readonly onClear: () => void }) {
  const words = useFigureWords(props.search)
  const { t } = useTranslation('inbox')
  if (words === '') return null
  return (
    <Button
      variant="light"
      rightSection={<Icon name="cross" size={14} />}
      aria-label={t('figure.clear', { what: words })}
      onClick={props.onClear}
    >
      {words}
    </Button>
  )
}

function useFigureWords(search: ApprovalsSearch): string {
  const { t } = useTranslation('inbox')
  const { task, taskNode, taskPerson } = search
  const period = (from: string | undefined, until: string | undefined) => [
    ...(from === undefined ? [] : [t('figure.from', { time: formatTime(from) })]),
    ...(until === undefined ? [] : [t('figure.until', { time: formatTime(until) })]),
  ]
  const moments = (name: string, from: string | undefined, until: string | undefined) =>
    from === undefined && until === undefined ? [] : [name, ...period(from, until)]
  const isThen = task === 'waiting' && search.taskAt !== undefined
  return [
    ...(search.definitionKey === undefined ? [] : [search.definitionKey]),
    ...moments(t('column.startedAt'), search.startedFrom, search.startedUntil),
    ...moments(t('figure.ended'), search.endedFrom, search.endedUntil),
    ...moments(t('figure.resubmitted'), search.resubmittedFrom, search.resubmittedUntil),
    ...(isThen ? [t('figure.waitingAt', { time: formatTime(search.taskAt ?? '') })] : []),
    ...(task === undefined || isThen ? [] : [t(`figure.${task}`)]),
    ...(task === undefined || taskNode === undefined ? [] : [taskNode]),
    ...(task === undefined || taskPerson === undefined ? [] : [t('figure.person')]),
    ...(task === undefined ? [] : period(search.taskFrom, search.taskUntil)),
  ].join(' · ')
}
